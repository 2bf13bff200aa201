// A board: to be seen and touched until the squares are a move, or drawn small; and what is noted on its squares.
import { make, makeButton, pluralize, setText, SIDES } from "./site.js";

/** @import {Board, LegalMove, MoveTruth, SideName, Square} from "../protocol/messages" */

const CALM = 220; // milliseconds, --calm in squarely.css

/** What was captured on bare squares, by their numbers, and by whom.
 * @typedef {Record<string, {text?: string, side?: SideName | null}>} Remains */

/** What is known of a position besides what stands where: the squares of the last move, which is `sent` until it is
 * acknowledged, those that decided the match, what was captured, and the names of the two sides.
 * @typedef {{changed?: number[], sent?: boolean, won?: number[], names?: string[], remains?: Remains}} Standing */

/** How squares are marked: which are chosen, which can be chosen next, which a hint lights, and what is noted on them.
 * @typedef {{chosen?: number[], choosable?: number[], lit?: number[], notes?: Map<number, Note>}} Marks */

/** Something about a square: in words, so short that it fits a corner, and as a look (a class) that says it in colour.
 * @typedef {{words: string, short?: string, look: string, best?: boolean}} Note */

/** What happens when a square is touched (`entered` for the Enter key), and on Escape.
 * @typedef {{touch: (square: number, entered: boolean) => void, release?: () => void}} TouchHandlers */

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** A board to be seen, touched and walked over with the arrow keys. It knows squares, not rules. */
export class BoardView {
  columns = make("div", { className: "columns", ariaHidden: "true" });
  rows = make("div", { className: "rows", ariaHidden: "true" });
  /** @type {HTMLElement[]} */ cells = [];
  width = 0;
  focused = 0;
  touchable = true; // while it is not, the arrow keys are free for other uses
  /** @type {Board} */ board = { columns: [], rows: [], squares: [], tokens: [] };
  /** @type {Standing} */ standing = {};
  /** @type {Marks} */ marks = {};

  /** @param {HTMLElement} host an empty element @param {string} label @param {TouchHandlers} [handlers] */
  constructor(host, label, handlers) {
    this.host = host;
    this.handlers = handlers;
    this.grid = make("div", { className: "grid", role: "grid", ariaLabel: label });
    host.classList.add("board");
    this.grid.addEventListener("mousedown", (event) => this.touchable || event.preventDefault());
    this.grid.addEventListener("click", (event) => this.onClick(event));
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  show(/** @type {Board} */ board, /** @type {Standing} */ standing = {}) {
    const before = this.board;
    Object.assign(this, { board, standing });
    if (board.drawing) return this.showDrawing(board.drawing);
    const isNew = this.cells.length !== board.squares.length || this.width !== countAcross(board);
    if (isNew) this.build();
    this.mark(this.marks);
    if (!isNew && !stillness.matches) this.animateFrom(before);
  }

  /** Slide pieces from where they stood, and let new ones appear: only transforms, nothing is laid out again.
   * @param {Board} before */
  animateFrom(before) {
    const { width } = this;
    const looks = this.board.squares.map(({ text = "" }, at) => (text === (before.squares[at]?.text ?? "") ? undefined : text));
    looks.forEach((text, to) => {
      if (!text) return;
      const left = before.squares.flatMap((square, at) => (square.text === text && looks[at] !== undefined ? [at] : []));
      const [from = to] = left.length === 1 && looks.filter((each) => each === text).length === 1 ? left : [];
      const across = (from % width) - (to % width);
      const down = Math.floor(from / width) - Math.floor(to / width);
      const start = from === to ? "scale(.5)" : `translate(calc(var(--step) * ${across}), calc(var(--step) * ${down}))`;
      const frames = [{ transform: start, opacity: from === to ? 0 : 1, zIndex: 1 }, { transform: "none", opacity: 1, zIndex: 1 }];
      this.cells[to]?.firstElementChild?.animate(frames, { duration: CALM, easing: "cubic-bezier(.2, .8, .2, 1)" });
    });
  }

  /** Mark these squares and no others. @param {Marks} marks */
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

  build() {
    const { columns, rows, squares } = this.board;
    this.width = countAcross(this.board);
    this.focused = Math.max(0, Math.min(this.focused, squares.length - 1));
    this.cells = squares.map((_, number) => {
      const parts = ["piece", "remains", "note"].map((className) => make("span", { className }));
      return make("div", { className: "cell", role: "gridcell", tabIndex: number === this.focused ? 0 : -1 }, ...parts);
    });
    const lines = layInRows(this.host, this.cells, this.width);
    this.grid.replaceChildren(...lines.map((cells) => make("div", { className: "row", role: "row" }, ...cells)));
    this.columns.replaceChildren(...columns.map((name) => make("span", {}, name)));
    this.rows.replaceChildren(...rows.map((name) => make("span", {}, name)));
    this.host.replaceChildren(this.columns, this.rows, this.grid);
  }

  renderCell(/** @type {number} */ number, /** @type {Square} */ square) {
    const cell = this.cells[number];
    if (!cell) return;
    const { chosen = [], choosable = [], lit = [], notes } = this.marks;
    const { changed = [], sent, won = [], remains } = this.standing;
    const { text = "", place } = square;
    const note = notes?.get(number);
    const remain = text ? undefined : remains?.[number];
    const opensIn = this.board.closed?.[number];
    const closed = opensIn ? `closed for ${pluralize(opensIn, "more move")}` : "";
    // What holds of the square, each as a look and in words.
    /** @type {[unknown, string, string?][]} */ const facts = [
      [place, "place", place],
      [closed, "closed", closed],
      [true, nameOwner(square, this.board), this.describe(square)],
      [text.length > 1, "long"],
      [remain, `remaining of-${remain?.side ?? "nobody"}`, `captured by ${this.nameOf(remain?.side)}: ${remain?.text}`],
      [note, `noted ${note?.look}`, note?.words],
      [note?.best, "best"],
      [changed.includes(number), sent ? "sent" : "last", sent ? "on its way" : "last move"],
      [won.includes(number), "won", "decided the match"],
      [chosen.includes(number), "chosen", "chosen"],
      [choosable.includes(number), chosen.length ? "target" : "can", "can be chosen"],
      [lit.includes(number), "lit", "hinted"],
    ];
    const holding = facts.filter(([holds]) => holds);
    updateAttribute(cell, "class", ["cell", ...holding.map(([, look]) => look)].filter(Boolean).join(" "));
    updateAttribute(cell, "aria-label", [square.name, ...holding.map(([, , words]) => words)].filter(Boolean).join(", "));
    updateAttribute(cell, "aria-selected", String(chosen.includes(number)));
    updateAttribute(cell, "title", note?.words ?? closed);
    const [piece, left, noted] = cell.children;
    if (piece) setText(piece, text);
    // For the eye alone: the label has the words.
    if (left) updateAttribute(left, "data-text", remain?.text ?? String(opensIn || ""));
    if (noted) updateAttribute(noted, "data-text", note?.short ?? "");
  }

  nameOf(/** @type {SideName | null | undefined} */ side) {
    return (side && this.standing.names?.[SIDES.indexOf(side)]) ?? side ?? "nobody";
  }

  /** @param {Square} square @returns {string} */
  describe({ text, side }) {
    if (!text) return "empty";
    if (!side) return nameNeutral(text, this.board) === "shared-token" ? "the token" : text;
    const name = this.standing.names ? this.nameOf(side) : text;
    return name === text ? text : `${name}’s ${text}`;
  }

  /** The square that an element belongs to, or -1. @param {EventTarget | null} target */
  findSquare(target) {
    const cell = target instanceof Element && target.closest(".cell");
    return this.cells.findIndex((each) => each === cell);
  }

  onClick(/** @type {Event} */ event) {
    const square = this.findSquare(event.target);
    if (square < 0 || !this.touchable) return;
    this.focus(square);
    this.handlers?.touch(square, false);
  }

  onKey(/** @type {KeyboardEvent} */ event) {
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
   * @param {string} key @returns {number | undefined} */
  findNeighbor(key) {
    const { focused: at, width } = this;
    const column = at % width;
    const last = this.cells.length - 1;
    /** @type {Record<string, number>} */ const ways = {
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

/** How many squares a row has. @param {Board} board */
function countAcross({ columns, squares }) {
  return columns.length || Math.round(Math.sqrt(squares.length)) || 1;
}

/** Cells row by row; the style of their board is told how many there are. @template T
 * @param {HTMLElement} host @param {T[]} cells @param {number} across */
function layInRows(host, cells, across) {
  const down = Math.ceil(cells.length / across);
  host.style.setProperty("--across", String(across));
  host.style.setProperty("--down", String(down));
  return Array.from({ length: down }, (_, row) => cells.slice(row * across, (row + 1) * across));
}

/** What stands on a square and belongs to no side: a number to take, a token that both move, or a mark such as burnt.
 * @param {string} text @param {Board} board @returns {"number" | "shared-token" | "mark"} */
function nameNeutral(text, { shared = [] }) {
  if (shared.includes(text)) return "shared-token";
  return /^\d+$/.test(text) ? "number" : "mark";
}

/** Whose it is what stands on a square, as a look. @param {Square} square @param {Board} board */
function nameOwner({ text, side }, board) {
  return side ?? (text ? `nobody ${nameNeutral(text, board)}` : "");
}

/** Write an attribute that has changed: what is the same is not drawn, nor told to a screen reader, again.
 * @param {Element} element @param {string} name @param {string} value nothing removes it */
function updateAttribute(element, name, value) {
  if ((element.getAttribute(name) ?? "") === value) return;
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** A board after some of its squares look different. @param {Board} board @param {Record<string, string>} looks by square
 * @returns {Board} */
export function changeSquares(board, looks) {
  const squares = board.squares.map((square, at) => {
    const text = looks[at];
    return text === undefined ? square : { ...square, text, side: SIDES[board.tokens.indexOf(text)] ?? null };
  });
  return { ...board, squares };
}

/** What stands where, in words: `X on A1, O on B2`; the drawing where there are no squares.
 * @param {Board} board @returns {string} */
export function describeBoard({ squares, drawing }) {
  if (drawing) return drawing;
  const pieces = squares.filter(({ text }) => text).map(({ name, text }) => `${text} on ${name}`);
  return pieces.join(", ") || "nothing on the board";
}

/** A board drawn small, with the pieces and places of the large one and nothing to touch. Needs site/board.css.
 * @param {Board} board @param {{changed?: readonly number[], label?: string, letters?: boolean}} [options] the squares
 * of the last move; a label where nothing beside it says what it shows; and whether pieces have their letters
 * @returns {HTMLElement} */
export function drawThumbnail(board, { changed = [], label = "", letters = true } = {}) {
  const picture = make("span", { className: "board thumbnail" });
  if (label) [picture.role, picture.ariaLabel] = ["img", label];
  else picture.ariaHidden = "true";
  if (board.drawing) return picture.append(make("span", { className: "drawing" }, board.drawing)), picture;
  const cells = board.squares.map((square, at) => makeCell(square, board, changed.includes(at), letters));
  const lines = layInRows(picture, cells, countAcross(board));
  picture.append(make("span", { className: "grid" }, ...lines.map((row) => make("span", { className: "row" }, ...row))));
  return picture;
}

/** @param {Square} square @param {Board} board @param {boolean} isLast @param {boolean} hasLetters */
function makeCell(square, board, isLast, hasLetters) {
  const { text = "", side, place } = square;
  const looks = ["cell", nameOwner(square, board), text.length > 1 && "long", place && "place", isLast && "last"];
  const piece = make("span", { className: "piece" }, side && !hasLetters ? "\u00a0" : text);
  return make("span", { className: looks.filter(Boolean).join(" ") }, ...(text ? [piece] : []));
}

/** What comes of touching squares: play a legal move, or try squares that are none, so that the server says why not.
 * @typedef {{play: (move: LegalMove) => void, attempt: (squares: number[]) => void}} MoveHandlers */

/** Making a move by touching squares, until they are one of the legal moves. It is given those, it knows no rules. */
export class MoveInput {
  /** @type {LegalMove[]} */ legal = [];
  /** @type {number[]} */ chosen = [];
  /** What is noted beside a move, by its words: what is best comes first. @type {Map<string, Note>} */ noted = new Map();
  /** The squares that a hint points at. @type {number[]} */ lit = [];

  /** @param {BoardView} board @param {HTMLElement} choices where moves that squares cannot tell apart become buttons
   * @param {MoveHandlers} handlers */
  constructor(board, choices, handlers) {
    this.board = board;
    this.choices = choices;
    this.handlers = handlers;
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
    const open = new Map(this.findFitting(this.chosen).map(({ move, squares }) => {
      const [first, ...others] = squares;
      return [move, this.chosen.length ? others.filter((square) => !this.chosen.includes(square)) : [first ?? 0]];
    })); // prettier-ignore
    /** @type {Map<number, Note>} */ const notes = new Map();
    for (const [move, note] of this.noted)
      for (const square of open.get(move) ?? []) if (!notes.has(square)) notes.set(square, note); // the best is its worth
    this.board.mark({ chosen: this.chosen, choosable: [...new Set([...open.values()].flat())], lit: this.lit, notes });
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

/** Said once beside values that tell how far off the end is. */
export const COUNTED = "Numbers of moves count both sides.";

/** Said once beside what a search believes. */
export const BELIEVED = "This is not solved: percent are the share of the points that a search believes in; a tie is half of them.";

/** How it ends for whoever moves, as a sign: colour alone tells nobody. */
export const SIGNS = { wins: "▲", loses: "▼", ties: "=", endless: "∞", likely: "~", open: "~", unlikely: "~" };

/** What a move is worth, so short that it fits the corner of a square: `+5` in points, `▲3` in moves, `▲∞` by
 * repetition, `=`, `∞`; of what a search found `71%`, or where it is proved `▲`.
 * @param {Pick<MoveTruth, "kind" | "distance" | "margin" | "share">} truth @returns {string} */
function writeShort({ kind, distance, margin, share }) {
  if (share !== null) return SIGNS[kind] === "~" ? writePercent(share) : SIGNS[kind];
  if (margin) return `${kind === "loses" ? "−" : "+"}${margin}`;
  return kind === "ties" || kind === "endless" ? SIGNS[kind] : `${SIGNS[kind]}${distance ?? SIGNS.endless}`;
}

/** `71%`; never 0% or 100%, as nothing is proved. @param {number} share @returns {string} */
export const writePercent = (share) => `${Math.min(Math.max(Math.round(100 * share), 1), 99)}%`;

/** What is noted about a move: in words, in short, as a look. @param {MoveTruth} truth @returns {Note} */
export function noteMove(truth) {
  const words = truth.best ? `${truth.words}, ${truth.note}` : truth.words;
  return { words, short: writeShort(truth), look: truth.kind, best: truth.best };
}

/** The moves with those marked that are best; none is where all are alike.
 * @param {MoveTruth[]} moves @returns {MoveTruth[]} */
export function markBest(moves) {
  return moves.every((each) => each.best) ? moves.map((each) => ({ ...each, best: false })) : moves;
}

/** What is noted on each square that a move goes to: the best of those that do.
 * @param {MoveTruth[]} moves the best first @returns {Map<number, Note>} */
export function noteMoves(moves) {
  /** @type {Map<number, Note>} */ const notes = new Map();
  for (const move of markBest(moves)) {
    const square = move.squares.at(-1);
    if (square !== undefined && !notes.has(square)) notes.set(square, noteMove(move));
  }
  return notes;
}
