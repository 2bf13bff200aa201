import { nameNeutral } from "/static/review/board_picture.js";
import { make, setText } from "/static/review/elements.js";
import { appear, slide } from "./motion.js";

/** @import {Board, SideName, Square} from "../protocol/messages" */

/** What is known of a position besides what stands where.
 * @typedef {object} Standing
 * @property {number[]} [changed] squares of the last move
 * @property {string[]} [names] of the two sides
 * @property {boolean} [sent] the last move is only on its way: it may be taken back
 * @property {number[]} [won] squares that decided the match
 * @property {[number, number][]} [moved] from where to where pieces slid with the last move
 * @property {Map<number, {text: string, side: SideName | null}>} [remains] what was captured where, and by whom */

/** How squares are marked: which are chosen, which can be chosen next, which a hint lights, and what is noted on them.
 * @typedef {object} Marks
 * @property {number[]} [chosen]
 * @property {number[]} [choosable]
 * @property {number[]} [lit]
 * @property {Map<number, Note>} [notes] */

/** Something about a square: in words, so short that it fits a corner, and as a look (a class) that says it in colour.
 * @typedef {{words: string, short?: string, sign?: string, look: string, best?: boolean}} Note */

/** What happens when a square is touched. `entered` is true for the Enter key.
 * @typedef {object} TouchHandlers
 * @property {(square: number, entered: boolean) => void} touch
 * @property {() => void} [release] on Escape */

/** A board to be seen, touched and walked over with the arrow keys. It knows squares, not rules. */
export class BoardView {
  /** @param {HTMLElement} host an empty element @param {string} label @param {TouchHandlers} [handlers] */
  constructor(host, label, handlers) {
    this.handlers = handlers;
    this.grid = make("div", { className: "grid" });
    this.grid.setAttribute("role", "grid");
    this.grid.setAttribute("aria-label", label);
    this.columns = make("div", { className: "columns" });
    this.rows = make("div", { className: "rows" });
    for (const labels of [this.columns, this.rows]) labels.setAttribute("aria-hidden", "true");
    host.classList.add("board");
    this.host = host;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.width = 0;
    this.focused = 0;
    this.touchable = true; // while it is not, the arrow keys are somebody else's
    /** @type {Board} */
    this.board = { columns: [], rows: [], squares: [], tokens: [] };
    /** @type {Standing} */
    this.standing = {};
    /** @type {Marks} */
    this.marks = {};
    this.grid.addEventListener("mousedown", (event) => this.touchable || event.preventDefault());
    this.grid.addEventListener("click", (event) => this.onClick(event));
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Show these squares, and what else is known of the position.
   * @param {Board} board @param {Standing} [standing] */
  show(board, standing = {}) {
    const before = this.board;
    Object.assign(this, { board, standing });
    if (board.drawing) return this.showDrawing(board.drawing);
    const width = board.columns.length || Math.round(Math.sqrt(board.squares.length));
    const isNew = this.cells.length !== board.squares.length || this.width !== width;
    if (isNew) this.build(width);
    this.mark(this.marks);
    if (!isNew) this.moveFrom(before);
  }

  /** Let what came to a square be seen coming: sliding from where it stood, or appearing.
   * @param {Board} before */
  moveFrom(before) {
    const { moved = [] } = this.standing;
    this.board.squares.forEach(({ text }, number) => {
      const piece = this.cells[number]?.firstElementChild;
      if (!piece || !text || text === before.squares[number]?.text) return;
      const from = moved.find(([, to]) => to === number)?.[0];
      if (from === undefined) return appear(piece);
      slide(piece, (from % this.width) - (number % this.width), Math.floor(from / this.width) - Math.floor(number / this.width));
    });
  }

  /** Mark these squares and no others.
   * @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    this.board.squares.forEach((square, number) => this.renderCell(number, square));
  }

  /** Bring the keyboard to a square. Where it is already, as after a click, a browser is not asked to lay out the page.
   * @param {number} square */
  focus(square = this.focused) {
    const cell = this.cells[square];
    if (cell && document.activeElement !== cell) cell.focus();
    if (square === this.focused) return;
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = square;
    cell?.setAttribute("tabindex", "0");
  }

  /** Show a position that has no squares to touch, as its game draws it. @param {string} drawing */
  showDrawing(drawing) {
    this.cells = [];
    this.host.replaceChildren(
      make("pre", { className: "drawing" }, drawing),
      make("p", { className: "small soft" }, "There are no squares to touch here: moves are chosen by their buttons, or typed."),
    );
  }

  /** @param {number} width */
  build(width) {
    this.width = width;
    const { columns, rows, squares } = this.board;
    this.focused = Math.max(0, Math.min(this.focused, squares.length - 1));
    this.cells = squares.map((_, number) => {
      const cell = make("div", { className: "cell", tabIndex: number === this.focused ? 0 : -1 });
      cell.setAttribute("role", "gridcell");
      cell.append(...["piece", "remains", "note"].map((className) => make("span", { className })));
      return cell;
    });
    this.grid.replaceChildren();
    for (let at = 0; at < squares.length; at += width) {
      const row = make("div", { className: "row" }, ...this.cells.slice(at, at + width));
      row.setAttribute("role", "row");
      this.grid.append(row);
    }
    this.columns.replaceChildren(...columns.map((name) => make("span", {}, name)));
    this.rows.replaceChildren(...rows.map((name) => make("span", {}, name)));
    this.host.style.setProperty("--across", String(width));
    this.host.style.setProperty("--down", String(Math.ceil(squares.length / width)));
    this.host.replaceChildren(this.columns, this.rows, this.grid);
  }

  /** @param {number} number @param {Square} square */
  renderCell(number, square) {
    const cell = this.cells[number];
    if (!cell) return;
    const { chosen = [], choosable = [], lit = [], notes } = this.marks;
    const { changed = [], sent, won = [], remains } = this.standing;
    const note = notes?.get(number);
    const remain = square.text ? undefined : remains?.get(number);
    const isChosen = chosen.includes(number);
    const isChoosable = choosable.includes(number);
    const isLast = changed.includes(number);
    const isWon = won.includes(number);
    const isLit = lit.includes(number);
    const looks = [
      "cell",
      square.side ?? (square.text ? `nobody ${nameNeutral(square.text, this.board)}` : ""),
      (square.text?.length ?? 0) > 1 && "long",
      square.place && "place",
      isLast && (sent ? "sent" : "last"),
      isWon && "won",
      isChosen && "chosen",
      isChoosable && (chosen.length ? "target" : "can"),
      isLit && "lit",
      remain && `remaining of-${remain.side ?? "nobody"}`,
      note && `noted ${note.look}`,
      note?.best && "best",
    ];
    updateAttribute(cell, "class", looks.filter(Boolean).join(" "));
    const [piece, left, noted] = cell.children;
    if (piece) setText(piece, square.text ?? "");
    // For the eye alone: the label has the words.
    if (left) updateAttribute(left, "data-text", remain?.text ?? "");
    if (noted) updateAttribute(noted, "data-text", note ? (note.short ?? note.sign ?? "") : "");
    const label = [
      square.name,
      square.place,
      this.describe(square),
      remain && `captured here: ${remain.text}`,
      note?.words,
      isLast && (sent ? "on its way" : "last move"),
      isWon && "decided the match",
      isChosen && "chosen",
      isChoosable && "can be chosen",
      isLit && "hinted",
    ];
    updateAttribute(cell, "aria-label", label.filter(Boolean).join(", "));
    updateAttribute(cell, "aria-selected", String(isChosen));
    updateAttribute(cell, "title", note?.words ?? "");
  }

  /** @param {Square} square @returns {string} */
  describe(square) {
    if (!square.text) return "empty";
    const name = square.side && this.standing.names?.[square.side === "first" ? 0 : 1];
    return name && name !== square.text ? `${name}’s ${square.text}` : square.text;
  }

  /** @param {Event} event */
  onClick(event) {
    const cell = event.target instanceof Element && event.target.closest(".cell");
    const square = this.cells.findIndex((each) => each === cell);
    if (square < 0 || !this.touchable) return;
    this.focus(square);
    this.handlers?.touch(square, false);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = this.findNeighbor(event.key);
    if (next !== undefined) this.focus(next);
    else if (event.key === "Enter" || event.key === " ") this.handlers?.touch(this.focused, event.key === "Enter");
    else if (event.key === "Escape") this.handlers?.release?.();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The square that a key leads to, if it is a key that leads anywhere.
   * @param {string} key
   * @returns {number | undefined} */
  findNeighbor(key) {
    const { focused: at, width } = this;
    const column = at % width;
    const last = this.cells.length - 1;
    /** @type {Record<string, number>} */
    const ways = {
      ArrowLeft: column ? at - 1 : at,
      ArrowRight: column < width - 1 && at < last ? at + 1 : at,
      ArrowUp: at >= width ? at - width : at,
      ArrowDown: at + width <= last ? at + width : at,
      Home: at - column,
      End: Math.min(at - column + width - 1, last),
    };
    return ways[key];
  }
}

/** Write an attribute that has changed: what is the same is not drawn, nor told to a screen reader, again.
 * @param {Element} element @param {string} name @param {string} value nothing, and there is no such attribute */
function updateAttribute(element, name, value) {
  if ((element.getAttribute(name) ?? "") === value) return;
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
