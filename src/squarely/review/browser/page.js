import { describeBoard, drawBoard } from "./board_picture.js";
import { find, make, setText } from "./elements.js";
import { Stepper } from "./stepper.js";

/** @import {Board} from "./board_picture.js" */
/** @import {Step} from "./stepper.js" */

/** What a step looks like: the texts on the squares, or a drawing where they do not fit; which changed; and what stands
 * beside the board. @typedef {Step & {squares: string[], drawing: string, changed: number[], beside: string}} ShownStep */

/** What a page that is a file holds: the empty board, whose each text is, and the steps.
 * @type {{title: string, board: Board, sides: Record<string, "first" | "second">, steps: ShownStep[]}} */
const { title, board: empty, sides, steps } = JSON.parse(find("data", HTMLElement).textContent ?? "");

const stepper = new Stepper((at) => {
  const { squares: texts, drawing, changed, beside } = /** @type {ShownStep} */ (steps[at]);
  const squares = empty.squares.map((square, number) => {
    const text = texts[number] ?? "";
    return { ...square, text, side: sides[text] };
  });
  const board = { ...empty, squares };
  const label = `${title}: ${describeBoard(board)}`;
  find("board", HTMLElement).replaceChildren(
    drawing ? make("pre", {}, drawing) : drawBoard(board, { changed, label, named: true }),
  );
  setText(find("beside", HTMLElement), beside);
});
stepper.load(steps);
