import { button } from "./elements.js";

/** @import {BoardView, Note} from "./board.js" */
/** @import {LegalMove} from "./messages" */

/** What a hand does: play a legal move, or try squares that are none, so that somebody can say why not.
 * @typedef {object} Doing
 * @property {(move: LegalMove) => void} play
 * @property {(squares: number[]) => void} attempt */

/** A hand at a board: it chooses squares until they make one of the legal moves. It is told those, it knows no rules. */
export class Hand {
  /** @param {BoardView} board @param {HTMLElement} choices where moves that squares cannot tell apart become buttons
   * @param {Doing} doing */
  constructor(board, choices, doing) {
    this.board = board;
    this.choices = choices;
    this.doing = doing;
    /** @type {LegalMove[]} */
    this.legal = [];
    /** @type {number[]} */
    this.chosen = [];
    /** What is noted beside a move, if anything: its words, its look, and the better ones first in `rank`.
     * @type {((move: LegalMove) => (Note & {rank: number}) | undefined) | undefined} */
    this.noted = undefined;
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
    if (!this.legal.length) return this.doing.attempt([square]);
    if (this.chosen.includes(square)) return this.touchAgain(square, entered);
    const fitting = this.fitting([...this.chosen, square]);
    if (fitting.length) return this.choose([...this.chosen, square]);
    const alone = this.fitting([square]);
    // Another token instead of the chosen one. A square that would be a whole move alone was meant as a target.
    if (alone.length && alone.every((move) => move.squares.length > 1)) return this.choose([square]);
    this.doing.attempt([...this.chosen, square]);
  }

  /** @param {number} square @param {boolean} entered */
  touchAgain(square, entered) {
    const [complete, ...more] = this.complete();
    if (entered && complete && !more.length && square === this.chosen.at(-1)) return this.doing.play(complete);
    const left = this.chosen[0] === square ? [] : this.chosen.filter((each) => each !== square);
    if (!left.length) return this.release();
    this.chosen = left;
    this.show();
  }

  /** @param {number[]} squares */
  choose(squares) {
    this.chosen = squares;
    const [move, ...more] = this.fitting(squares);
    this.show();
    if (move && !more.length && move.squares.length === squares.length) this.doing.play(move);
  }

  /** The legal moves that these squares are the beginning of: the first one first, the others in any order.
   * @param {number[]} squares
   * @returns {LegalMove[]} */
  fitting([first, ...others]) {
    if (first === undefined) return this.legal.filter((move) => move.squares.length);
    return this.legal.filter(
      (move) => move.squares[0] === first && others.every((square) => move.squares.indexOf(square, 1) > 0),
    );
  }

  /** The legal moves that are chosen already, though more could be. @returns {LegalMove[]} */
  complete() {
    return this.chosen.length
      ? this.fitting(this.chosen).filter((move) => move.squares.length === this.chosen.length)
      : [];
  }

  /** Show on the board what is chosen and what can be chosen next, and as buttons what is no matter of squares. */
  show() {
    /** @type {Map<number, Note & {rank: number}>} */
    const notes = new Map();
    const next = new Set();
    for (const move of this.fitting(this.chosen)) {
      const open = this.chosen.length
        ? move.squares.slice(1).filter((square) => !this.chosen.includes(square))
        : move.squares.slice(0, 1);
      open.forEach((square) => next.add(square));
      const note = this.noted?.(move);
      // A square leads to several moves: the best of them is its worth.
      for (const square of open) if (note && note.rank < (notes.get(square)?.rank ?? Infinity)) notes.set(square, note);
    }
    this.board.mark({ chosen: this.chosen, choosable: [...next], notes });
    const said = [...this.legal.filter((move) => !move.squares.length), ...this.complete()];
    this.choices.replaceChildren(
      ...said.map((move) => button(`Play ${move.move}`, () => this.doing.play(move), "main")),
    );
  }
}
