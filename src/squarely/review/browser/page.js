import { describeBoard, drawBoard } from "./board_picture.js";
import { find, make, setText } from "./elements.js";
import { Stepper } from "./stepper.js";

/** @import {Board, Remain, SideName} from "./board_picture.js" */
/** @import {Step} from "./stepper.js" */

/** What a step looks like: the texts on the squares and whose they are, or a drawing where they do not fit; what was
 * captured on bare ones; which changed; and what stands beside the board.
 * @typedef {{squares: string[], sides: (SideName | null)[], remains: Record<string, Remain>}} ShownSquares
 * @typedef {Step & ShownSquares & {drawing: string, changed: number[], beside: string}} ShownStep */

/** What a page that is a file holds: the empty board, and the steps.
 * @type {{title: string, board: Board, steps: ShownStep[]}} */
const { title, board: empty, steps } = JSON.parse(find("data", HTMLElement).textContent ?? "");

const stepper = new Stepper((at) => {
  const { squares: texts, sides, remains, drawing, changed, beside } = /** @type {ShownStep} */ (steps[at]);
  const squares = empty.squares.map((square, number) => {
    return { ...square, text: texts[number] ?? "", side: sides[number], remains: remains[number] };
  });
  const board = { ...empty, squares };
  const label = `${title}: ${describeBoard(board)}`;
  find("board", HTMLElement).replaceChildren(
    drawing ? make("pre", {}, drawing) : drawBoard(board, { changed, label, named: true }),
  );
  setText(find("beside", HTMLElement), beside);
});
stepper.load(steps);
