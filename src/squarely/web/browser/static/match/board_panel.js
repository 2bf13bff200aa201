import { find, setText } from "/static/review/elements.js";
import { changeSquares, findMoved } from "../site/board_changes.js";
import { BoardView } from "../site/board_view.js";
import { enableDrag } from "../site/drag.js";
import { MoveInput } from "../site/move_input.js";

/** @import {LegalMove, State} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */
/** @import {createReplay} from "./replay.js" */

/** What is done with the board. @typedef {object} BoardActions
 * @property {() => boolean} isBusy whether nothing can be touched just now, as what was done before is not settled
 * @property {(move: LegalMove) => void} play
 * @property {(squares: number[]) => void} attempt squares that are no move, so that somebody can say why not */

/** Say what moves are about that no square stands for, as a pass or the swap of sides: the board does not show it.
 * @param {State | undefined} state in which it is our turn */
function explainChoices(state) {
  const spoken = state?.board.squares.length ? state.legal.filter(({ squares }) => !squares.length) : [];
  const only = state?.legal.length === 1 ? "There is no other move." : "";
  const told = (state?.prompt ?? "").split("\n").filter((line) => !line.endsWith(":")); // what asks is the button
  const panel = find("choices-say", HTMLElement);
  panel.hidden = !spoken.length;
  setText(panel, [...told, only].filter(Boolean).join(" "));
}

/** The board of a match: how it stands or once stood, with our move on it as soon as it was made, and moving on it.
 * @param {MatchState} match @param {BoardActions} actions */
export function createBoardPanel(match, { isBusy, play, attempt }) {
  const board = new BoardView(find("board", HTMLElement), "Board", {
    touch: (square, entered) => isBusy() || input.touch(square, entered), // a double click
    release: () => input.release(),
  });
  const input = new MoveInput(board, find("choices", HTMLElement), {
    attempt,
    play: (move) => {
      play(move);
      if (isByHand) requestAnimationFrame(letGo); // when the page is laid out anyway
    },
  });
  const drag = enableDrag(board, input, () => board.touchable && !isBusy());
  let shown = { at: 0, moved: /** @type {[number, number][]} */ ([]) };
  let isOffered = false; // whether our moves can be made on the board
  let isByHand = false; // with a mouse or a finger: then the arrow keys are free to step through the match
  addEventListener("pointerdown", () => (isByHand = true), true);
  addEventListener("keydown", () => (isByHand = false), true);

  /** Take the keyboard off the board. */
  function letGo() {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && board.grid.contains(focused)) focused.blur();
  }

  /** How pieces come to a position from the one that is shown: a step back is made the way it came.
   * @param {number} at @param {[number, number][]} moved with the move that led there */
  function findWay(at, moved) {
    const isStepBack = at === shown.at - 1;
    const way = isStepBack ? shown.moved.map(([from, to]) => /** @type {[number, number]} */ ([to, from])) : moved;
    shown = { at, moved };
    return way;
  }

  /** How it stands, with a move of ours on it that is on its way. */
  function showNow() {
    const { board: squares, changed, won, moves } = match.now;
    const moved = findWay(moves, match.now.moved);
    const names = match.names;
    const remains = match.positions[match.now.moves]?.remains;
    const looks = match.moveOnItsWay?.looks;
    if (!looks) return board.show(squares, { changed, moved, won, remains, names });
    const sent = { changed: Object.keys(looks).map(Number), moved: findMoved(squares, looks), remains, names, sent: true };
    board.show(changeSquares(squares, looks), sent);
  }

  /** @param {ReturnType<typeof createReplay>} replay */
  function showPosition({ back, position }) {
    if (!back) return showNow();
    if (position) board.show(position.board, { ...position, moved: findWay(back.at, position.moved), names: match.names });
  }

  return {
    board,
    input,
    /** Show the position that is looked at. A choice that somebody is about to make is left alone unless it is a new one.
     * @param {ReturnType<typeof createReplay>} replay @param {boolean} isNew */
    show(replay, isNew) {
      const { ending, legal, mover } = match.now;
      showPosition(replay);
      drag.settle();
      board.touchable = !ending && !replay.back;
      const offers = match.isOurTurn && !replay.back;
      if (isNew || offers !== isOffered) input.offer(offers ? legal : []);
      isOffered = offers;
      explainChoices(offers ? match.now : undefined);
      if (mover) board.grid.dataset.mover = mover;
      board.host.classList.toggle("past", Boolean(replay.back && !ending));
    },
  };
}
