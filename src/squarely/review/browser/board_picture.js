/** @typedef {"first" | "second"} SideName */

/** What was captured on a square, and by whom. @typedef {{text: string, side: SideName}} Remain */

/** A square: what it is called, what stands on it and whose that is, what the square itself is, and what was captured there.
 * @typedef {{name: string, text?: string, side?: SideName | null, place?: string, remains?: Remain}} Square */

/** The squares row by row, and what the columns and rows are called; where there are none, the drawing of the game; and
 * the texts that are a token which both sides move.
 * @typedef {{columns: string[], rows: string[], squares: Square[], drawing?: string, shared?: string[]}} Board */

/** The squares that the last move changed; a label where nothing beside the picture says what it shows; and whether the
 * columns and rows are named at its edges.
 * @typedef {{changed?: readonly number[], label?: string, named?: boolean}} PictureOptions */

// Asked of the browser, so that a page that fetches nothing holds no address either.
const SVG = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg")?.namespaceURI ?? null;
const SIDE = 10; // of a square, in the picture's own units
const EDGE = 4; // of the frame, where columns and rows are named
const THIN = 1; // of the frame elsewhere

/** Draw a board as a picture: a disc for the first side, a tile for the second.
 * @param {Board} board @param {PictureOptions} [options]
 * @returns {Element} */
export function drawBoard(board, { changed = [], label = "", named = false } = {}) {
  if (board.drawing) return drawLines(board.drawing.split("\n"), label);
  const width = board.columns.length || Math.round(Math.sqrt(board.squares.length)) || 1;
  const height = Math.ceil(board.squares.length / width) || 1;
  const edge = named ? EDGE : THIN;
  const box = `${-edge} ${-edge} ${width * SIDE + edge + THIN} ${height * SIDE + edge + THIN}`;
  const svg = drawFrame(box, label);
  const corners = board.squares.map((_, at) => ({ x: (at % width) * SIDE, y: Math.floor(at / width) * SIDE }));
  const last = corners.filter((_, at) => changed.includes(at));
  const isOther = (/** @type {{x: number, y: number}} */ { x, y }) => ((x + y) / SIDE) % 2 === 1;
  const tray = draw("rect", { class: "tray", width: width * SIDE, height: height * SIDE, rx: THIN });
  const marked = corners.filter((_, at) => isMark(board.squares[at], board));
  svg.append(tray, drawTiles("tile", corners), drawTiles("tile-other", corners.filter(isOther)));
  svg.append(drawTiles("marked", marked), drawTiles("last", last));
  board.squares.forEach((square, at) => svg.append(...drawPiece(square, corners[at] ?? { x: 0, y: 0 }, board)));
  if (named) {
    board.columns.forEach((name, at) => svg.append(drawText(name, at * SIDE + SIDE / 2, -EDGE / 2, "name")));
    board.rows.forEach((name, at) => svg.append(drawText(name, -EDGE / 2, at * SIDE + SIDE / 2, "name")));
  }
  return svg;
}

/** Draw lines of text as a picture of the shape of a board, as large as there is room for.
 * @param {string[]} lines @param {string} label @returns {Element} */
function drawLines(lines, label) {
  const across = Math.max(...lines.map((line) => line.length), 1) * 0.62 * SIDE; // a letter is as high as a square
  const side = Math.max(across, lines.length * 1.2 * SIDE) + SIDE;
  const svg = drawFrame(`0 0 ${side} ${side}`, label);
  lines.forEach((line, at) => {
    svg.append(drawText(line, (side - across) / 2, side / 2 + (at - (lines.length - 1) / 2) * 1.2 * SIDE, "line"));
  });
  return svg;
}

/** @param {string} box @param {string} label */
function drawFrame(box, label) {
  const svg = draw("svg", { class: "picture", viewBox: box, ...(label ? { role: "img" } : { "aria-hidden": "true" }) });
  if (label) svg.setAttribute("aria-label", label);
  return svg;
}

/** What stands where, in words: `X on A1, O on B2`; the drawing where there are no squares.
 * @param {Board} board @returns {string} */
export function describeBoard({ squares, drawing }) {
  if (drawing) return drawing;
  const pieces = squares.filter(({ text }) => text).map(({ name, text }) => `${text} on ${name}`);
  return pieces.join(", ") || "nothing on the board";
}

/** @param {string} look @param {{x: number, y: number}[]} corners */
function drawTiles(look, corners) {
  return draw("path", { class: look, d: corners.map(({ x, y }) => `M${x + 0.3} ${y + 0.3}h9.4v9.4h-9.4z`).join("") });
}

/** What it is that stands on a square and is nobody's: a number to take, a token that both move, or no piece at all but a
 * mark on the square, such as that it is burnt.
 * @param {string} text @param {Board} board @returns {"number" | "shared-token" | "mark"} */
export function nameNeutral(text, { shared = [] }) {
  if (shared.includes(text)) return "shared-token";
  return /^\d+$/.test(text) ? "number" : "mark";
}

/** @param {Square | undefined} square @param {Board} board */
function isMark(square, board) {
  return Boolean(square?.text) && !square?.side && nameNeutral(square?.text ?? "", board) === "mark";
}

/** What a square itself is, and what stands on it.
 * @param {Square} square @param {{x: number, y: number}} corner @param {Board} board */
function drawPiece({ place, side, text, remains }, { x, y }, board) {
  const drawn = [];
  if (remains && !text) {
    drawn.push(draw("rect", { class: `of-${remains.side}`, x: x + 0.3, y: y + 0.3, width: 9.4, height: 9.4 }));
    drawn.push(drawText(remains.text, x + 5, y + 5, `remains by-${remains.side}`));
  }
  if (place) drawn.push(draw("circle", { class: "place", cx: x + 5, cy: y + 5, r: 4.2 }));
  if (side === "first") drawn.push(draw("circle", { class: "first", cx: x + 5, cy: y + 5, r: 3.6 }));
  if (side === "second") {
    drawn.push(draw("rect", { class: "second", x: x + 1.7, y: y + 1.7, width: 6.6, height: 6.6, rx: 1.6 }));
  }
  const neutral = text && !side ? nameNeutral(text, board) : "";
  if (neutral === "shared-token") drawn.push(draw("circle", { class: "shared-token", cx: x + 5, cy: y + 5, r: 3.9 }));
  const looks = { "shared-token": "on-shared", mark: "on-mark", number: "", "": "" };
  if (text) drawn.push(drawText(text, x + 5, y + 5, side ? `on-${side}` : looks[neutral]));
  return drawn;
}

/** @param {string} words @param {number} x @param {number} y @param {string} look */
function drawText(words, x, y, look) {
  const text = draw("text", { x, y, class: look });
  text.textContent = words;
  return text;
}

/** @param {string} tag @param {Record<string, string | number>} attributes
 * @returns {Element} */
function draw(tag, attributes) {
  const drawn = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, String(value));
  return drawn;
}
