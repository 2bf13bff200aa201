import { make, makeButton } from "/static/review/elements.js";
import { findMoved } from "./board_changes.js";
import { describeWay } from "./move_arrows.js";

/** @import {LegalMove} from "../protocol/messages" */
/** @import {BoardView, Note} from "./board_view.js" */

/** What comes of touching squares: play a legal move, or try squares that are none, so that somebody can say why not.
 * @typedef {object} MoveHandlers
 * @property {(move: LegalMove) => void} play
 * @property {(squares: number[]) => void} attempt */

/** Making a move by touching squares, until they are one of the legal moves. It is given those, it knows no rules. */
export class MoveInput {
  /** @param {BoardView} board @param {HTMLElement} choices where moves that squares cannot tell apart become buttons
   * @param {MoveHandlers} handlers */
  constructor(board, choices, handlers) {
    this.board = board;
    this.choices = choices;
    this.handlers = handlers;
    /** @type {LegalMove[]} */
    this.legal = [];
    /** @type {number[]} */
    this.chosen = [];
    /** What is noted beside a move, if anything: its words, its look, and the better ones first in `rank`.
     * @type {((move: LegalMove) => (Note & {rank: number}) | undefined) | undefined} */
    this.noteMove = undefined;
    /** The squares that a hint points at. @type {number[]} */
    this.lit = [];
  }

  /** From now on these are the legal moves; none, and nothing can be chosen.
   * @param {LegalMove[]} legal */
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
    const alone = this.findFitting([square]);
    // Another token instead of the chosen one. A square that could only be a whole move alone was meant as a target.
    if (alone.some((move) => move.squares.length > 1)) return this.choose([square]);
    this.handlers.attempt([...this.chosen, square]);
  }

  /** @param {number} square @param {boolean} entered */
  touchAgain(square, entered) {
    const [complete, ...more] = this.findComplete();
    if (entered && complete && !more.length && square === this.chosen.at(-1)) return this.handlers.play(complete);
    const left = this.chosen[0] === square ? [] : this.chosen.filter((each) => each !== square);
    if (!left.length) return this.release();
    this.chosen = left;
    this.show();
  }

  /** @param {number[]} squares */
  choose(squares) {
    this.chosen = squares;
    const [move, ...more] = this.findFitting(squares);
    this.show();
    if (move && !more.length && move.squares.length === squares.length) this.handlers.play(move);
  }

  /** Whether a piece stands on a square that can be dragged from there. @param {number} square */
  canDrag(square) {
    return this.legal.some(({ squares }) => squares.length > 1 && squares[0] === square);
  }

  /** Take up the piece on a square. @param {number} square */
  pick(square) {
    this.chosen = [square];
    this.show();
  }

  /** Whether the piece on a square can be dropped on another. @param {number} from @param {number} to */
  fits(from, to) {
    return this.findFitting([from, to]).length > 0;
  }

  /** Drop the piece on a square on another. @param {number} from @param {number} to */
  drop(from, to) {
    if (this.fits(from, to)) return this.choose([from, to]);
    this.release();
    this.handlers.attempt([from, to]);
  }

  /** The legal moves that these squares are the beginning of: the first one first, the others in any order.
   * @param {number[]} squares
   * @returns {LegalMove[]} */
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
    /** @type {Map<number, Note & {rank: number}>} */
    const notes = new Map();
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
    this.choices.replaceChildren(...spoken.map((move) => this.makeChoice(move)));
    this.board.cells.forEach((cell, square) => cell.toggleAttribute("data-drag", this.canDrag(square)));
  }

  /** A button that plays a move, and shows where it leads. @param {LegalMove} move */
  makeChoice(move) {
    const button = makeButton(`Play ${move.move}`, () => this.handlers.play(move), "main");
    const way = describeWay(move.move, findMoved(this.board.board, move.looks), this.board.board);
    if (way) button.append(" ", make("span", { className: "way" }, way));
    return button;
  }
}
