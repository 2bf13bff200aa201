import { makeButton } from "./site.js";
import { stillness } from "./board_view.js";

/** @import {LegalMove} from "../protocol/messages" */
/** @import {BoardView, Note} from "./board_view.js" */

/** What comes of touching squares: play a legal move, or try squares that are none, so that the server says why not.
 * @typedef {{play: (move: LegalMove) => void, attempt: (squares: number[]) => void}} MoveHandlers */

const FAR = 6; // pixels that a hand moves without meaning to

/** Making a move by touching squares, until they are one of the legal moves. It is given those, it knows no rules. */
export class MoveInput {
  /** @param {BoardView} board @param {HTMLElement} choices where moves that squares cannot tell apart become buttons
   * @param {MoveHandlers} handlers */
  constructor(board, choices, handlers) {
    this.board = board;
    this.choices = choices;
    this.handlers = handlers;
    /** @type {LegalMove[]} */ this.legal = [];
    /** @type {number[]} */ this.chosen = [];
    /** What is noted beside a move, if anything: its words, its look, and the better ones first in `rank`.
     * @type {((move: LegalMove) => (Note & {rank: number}) | undefined) | undefined} */
    this.noteMove = undefined;
    /** The squares that a hint points at. @type {number[]} */ this.lit = [];
  }

  /** From now on these are the legal moves; none, and nothing can be chosen. @param {LegalMove[]} legal */
  offer(legal) {
    this.legal = legal;
    this.release();
  }

  /** Let go of what was chosen. Where every move begins with the same square, that one stays chosen. */
  release() {
    const starts = new Set(this.legal.filter((move) => move.squares.length).map((move) => move.squares[0] ?? 0));
    const goOn = this.legal.every((move) => move.squares.length !== 1);
    this.chosen = starts.size === 1 && goOn ? [...starts] : [];
    this.show();
  }

  /** Touch a square. Enter on the last chosen one plays what is complete; any other touch of it lets it go.
   * @param {number} square @param {boolean} [entered] */
  touch(square, entered = false) {
    if (!this.legal.length) return this.handlers.attempt([square]);
    if (this.chosen.includes(square)) return this.touchAgain(square, entered);
    const fitting = this.findFitting([...this.chosen, square]);
    if (fitting.length) return this.choose([...this.chosen, square]);
    // Another token instead of the chosen one. A square that could only be a whole move alone was meant as a target.
    if (this.findFitting([square]).some((move) => move.squares.length > 1)) return this.choose([square]);
    this.handlers.attempt([...this.chosen, square]);
  }

  touchAgain(/** @type {number} */ square, /** @type {boolean} */ entered) {
    const [complete, ...more] = this.findComplete();
    if (entered && complete && !more.length && square === this.chosen.at(-1)) return this.handlers.play(complete);
    const left = this.chosen[0] === square ? [] : this.chosen.filter((each) => each !== square);
    if (!left.length) return this.release();
    this.chosen = left;
    this.show();
  }

  choose(/** @type {number[]} */ squares) {
    this.chosen = squares;
    const [move, ...more] = this.findFitting(squares);
    this.show();
    if (move && !more.length && move.squares.length === squares.length) this.handlers.play(move);
  }

  /** Whether the piece on a square can be dragged from there. @param {number} square */
  canDrag(square) {
    return this.legal.some(({ squares }) => squares.length > 1 && squares[0] === square);
  }

  /** The legal moves that these squares are the beginning of: the first one first, the others in any order.
   * @param {number[]} squares @returns {LegalMove[]} */
  findFitting([first, ...others]) {
    if (first === undefined) return this.legal.filter((move) => move.squares.length);
    return this.legal.filter(
      (move) => move.squares[0] === first && others.every((square) => move.squares.indexOf(square, 1) > 0),
    );
  }

  /** The legal moves that are chosen already, though more could be. @returns {LegalMove[]} */
  findComplete() {
    return this.chosen.length
      ? this.findFitting(this.chosen).filter((move) => move.squares.length === this.chosen.length)
      : [];
  }

  /** Show on the board what is chosen and what can be chosen next, and as buttons what is no matter of squares. */
  show() {
    /** @type {Map<number, Note & {rank: number}>} */ const notes = new Map();
    const next = new Set();
    for (const move of this.findFitting(this.chosen)) {
      const open = this.chosen.length
        ? move.squares.slice(1).filter((square) => !this.chosen.includes(square))
        : move.squares.slice(0, 1);
      open.forEach((square) => next.add(square));
      const note = this.noteMove?.(move);
      // A square leads to several moves: the best of them is its worth.
      for (const square of open) if (note && note.rank < (notes.get(square)?.rank ?? Infinity)) notes.set(square, note);
    }
    this.board.mark({ chosen: this.chosen, choosable: [...next], lit: this.lit, notes });
    const spoken = [...this.legal.filter((move) => !move.squares.length), ...this.findComplete()];
    this.choices.replaceChildren(
      ...spoken.map((move) => {
        const button = makeButton(`Play ${move.note || move.move}`, () => this.handlers.play(move), "main");
        button.title = move.move;
        return button;
      }),
    );
    this.board.cells.forEach((cell, square) => cell.toggleAttribute("data-drag", this.canDrag(square)));
  }
}

/** Let pieces be dragged to where they go, by mouse, finger or pen. A piece that is dropped where it cannot go comes back,
 * and it is said why, as after a click. Only pieces that can be dragged keep a finger from scrolling.
 * @param {BoardView} board @param {MoveInput} input @param {() => boolean} isOpen whether moves can be made now
 * @returns {() => void} to be called when the board has been shown: what was dropped lies where it was dropped */
export function enableDrag(board, input, isOpen) {
  const { grid } = board;
  /** @type {{pointer: number, from: number, x: number, y: number, piece: HTMLElement, isMoving: boolean} | undefined} */
  let held;
  /** The square that a piece was just dropped on: it is there already, and need not slide. @type {number | undefined} */
  let dropped;
  let isClickOver = false; // a drag has done what a click would do

  grid.addEventListener("click", (click) => isClickOver && click.stopImmediatePropagation(), true);
  grid.addEventListener("pointerdown", (event) => {
    const from = findSquare(event.target);
    const piece = board.cells[from]?.firstElementChild;
    if (!event.isPrimary || event.button || !isOpen() || !input.canDrag(from) || !(piece instanceof HTMLElement)) return;
    held = { pointer: event.pointerId, from, x: event.clientX, y: event.clientY, piece, isMoving: false };
  });
  grid.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving) {
      if (Math.hypot(across, down) < FAR) return;
      held.isMoving = true;
      grid.setPointerCapture(event.pointerId);
      held.piece.classList.add("dragged");
      input.chosen = [held.from];
      input.show();
    }
    held.piece.style.transform = `translate(${across}px, ${down}px)`;
  });
  grid.addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { from, isMoving } = held;
    const to = isMoving ? findSquare(document.elementFromPoint(event.clientX, event.clientY)) : from;
    const fits = to !== from && input.findFitting([from, to]).length > 0;
    letGo(!fits);
    if (!isMoving) return; // a click
    isClickOver = true;
    setTimeout(() => (isClickOver = false)); // the click that follows, if one does, has come by then
    if (to < 0 || to === from) return;
    dropped = to;
    if (fits) return input.choose([from, to]);
    input.release();
    input.handlers.attempt([from, to]);
  });
  grid.addEventListener("pointercancel", () => letGo(true));

  /** @param {boolean} isBack whether the piece goes back to where it stood */
  function letGo(isBack) {
    if (!held) return;
    const { piece } = held;
    if (isBack && held.isMoving && !stillness.matches)
      piece.animate([{ transform: piece.style.transform }, { transform: "none" }], { duration: 160, easing: "ease-out" });
    piece.classList.remove("dragged");
    piece.style.transform = "";
    held = undefined;
  }

  function findSquare(/** @type {EventTarget | null} */ target) {
    const cell = target instanceof Element ? target.closest(".cell") : null;
    return board.cells.findIndex((each) => each === cell);
  }

  return () => {
    const piece = dropped === undefined ? undefined : board.cells[dropped]?.firstElementChild;
    dropped = undefined;
    piece?.getAnimations().forEach((motion) => motion.finish());
  };
}
