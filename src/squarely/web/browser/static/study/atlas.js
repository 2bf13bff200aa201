import { describeBoard, drawBoard } from "/static/review/board_picture.js";
import { find, make, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText } from "../site/api.js";
import { BoardView } from "../site/board_view.js";
import { playOnClick } from "../site/play_from.js";
import { SIDES } from "../site/sides.js";
import { read } from "../site/storage.js";
import { PositionList } from "./position_list.js";
import { COUNTED, describeChoice, noteMoves } from "./values.js";

/** @import {Atlas, AtlasGroup, Board, PositionTruth, Shown} from "../protocol/messages" */

const PATIENCE = 200; // milliseconds at rest on a position before more is asked about it

const page = find("atlas", HTMLElement);
const game = page.dataset.game ?? "";
const options = new URLSearchParams(location.search).get("options") ?? "";

/** The board of a position line: a glyph a square.
 * @param {Atlas} atlas @param {string} line @returns {Board} */
function readBoard(atlas, line) {
  if (atlas.board.drawing) return { ...atlas.board, drawing: line };
  const glyphs = [...(line.split(" ")[0] ?? "").replaceAll("/", "")];
  const squares = atlas.board.squares.map((square, at) => {
    const look = atlas.looks[glyphs[at] ?? ""];
    return { ...square, text: look?.text ?? "", side: look?.side ?? null };
  });
  return { ...atlas.board, squares };
}

/** The same for a small picture, where a piece is told by its shape: letters are too small to be read.
 * @param {Board} board @returns {Board} */
function withoutLetters(board) {
  return { ...board, squares: board.squares.map((square) => (square.side ? { ...square, text: "" } : square)) };
}

/** What else matters in a position besides the board and the mover. @param {string} line */
function readRest(line) {
  return line.split(" ").slice(2).join(" ").replace(/^-$/, "");
}

/** Whose turn it is in the positions of a group. @param {Atlas} atlas @param {AtlasGroup} group */
function describeMover({ sides }, { distance, mover }) {
  return `${sides[SIDES.indexOf(mover)]} ${distance === 0 ? "would be" : "is"} to move`;
}

/** What stands where, in words. @param {Board} board @param {string} more */
function describe(board, more) {
  return [describeBoard(board), more].filter(Boolean).join(", ");
}

let waiting = 0;
/** The position that is shown large. @type {{group: AtlasGroup, line: string} | undefined} */
let chosen;
const large = new BoardView(find("board", HTMLElement), "The chosen position");
large.touchable = false;

/** Show one position large.
 * @param {Atlas} atlas @param {AtlasGroup} group @param {string} line */
function choose(atlas, group, line) {
  chosen = { group, line };
  find("chosen", HTMLElement).hidden = false;
  large.marks = {};
  large.show(readBoard(atlas, line), { names: atlas.sides });
  setText(find("worth", HTMLElement), asSentence(group.words));
  const where = line === atlas.start ? "This is the start. " : "";
  setText(find("mover", HTMLElement), `${where}${describeMover(atlas, group)}.`);
  setText(find("line", HTMLElement), line);
  setText(find("refused", HTMLElement), "");
  setText(find("choice", HTMLElement), "\u00a0");
  for (const id of ["explore", "play"]) find(id, HTMLElement).ariaDisabled = String(group.distance === 0);
  history.replaceState(null, "", `${location.search}#${encodeURIComponent(line)}`);
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    showHoldings(atlas, line);
    showTruth(line);
  }, PATIENCE);
}

/** Note on the large board what each move is worth; where nobody can say, it is a board all the same.
 * @param {string} line */
async function showTruth(line) {
  const path = `/api/games/${game}/truth`;
  const truth = await /** @type {Promise<PositionTruth>} */ (ask(path, { options, position: line })).catch(() => undefined);
  if (!truth || chosen?.line !== line) return;
  large.mark({ notes: noteMoves(truth.moves) });
  setText(find("choice", HTMLElement), truth.over ? asSentence(truth.over) : describeChoice(truth));
}

/** Add what each side holds; where nobody can say, nothing is missing.
 * @param {Atlas} atlas @param {string} line */
async function showHoldings(atlas, line) {
  const path = `/api/games/${game}/position`;
  const shown = await /** @type {Promise<Shown>} */ (ask(path, { options, position: line })).catch(() => undefined);
  if (!shown || chosen?.line !== line) return;
  const held = shown.holdings.map((each, side) => each && `${atlas.sides[side]}: ${each}`).filter(Boolean);
  find("held", HTMLElement).replaceChildren(...held.map((each) => make("li", {}, each)));
}

/** The line of the position that the address names, if it names one. */
function readAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // an address that was cut off
  }
}

/** The sign of a value: whose disc or tile it is, or that nobody wins.
 * @param {AtlasGroup} group @returns {Node} */
function makeSign({ kind }) {
  if (kind === "endless") return make("span", {}, "∞");
  return kind === "tie" ? make("span", {}, "=") : make("span", { className: `side-mark ${kind}` });
}

/** How far off the end is, in a word or two. @param {AtlasGroup} group */
function describeDistance({ distance, kind, margin }) {
  const by = margin ? ` by ${margin}` : "";
  if (distance) return kind === "tie" ? `tie in ${distance}` : `wins${by} in ${distance}`;
  if (distance === null) return kind === "endless" ? "never ends" : `${kind === "tie" ? "tie" : "wins"} by repetition`;
  return kind === "tie" ? "tied" : `won${by}`;
}

/** @param {Atlas} atlas */
function show(atlas) {
  find("title", HTMLElement).replaceChildren(`Atlas of ${atlas.title} `, make("small", { className: "soft" }, atlas.subtitle));
  const shown = atlas.groups.reduce((sum, group) => sum + group.positions.length, 0);
  const under = atlas.options && ` with ${atlas.options}`;
  const every = atlas.scoreless ? "Every board that play can reach, as before anybody scored" : "Every position that play can reach";
  const all = `${every}${under}, and what it is worth when both sides play their best: ${atlas.count.toLocaleString("en")} of them`;
  const folded = `, in ${shown.toLocaleString("en")} pictures, as those that differ only in how the board lies share one`;
  setText(find("about", HTMLElement), `${all}${atlas.folded ? folded : ""}. ${COUNTED}`);
  const list = new PositionList(find("positions", HTMLElement), (group, line) => choose(atlas, group, line));
  find("first", HTMLElement).replaceChildren(...atlas.turning.map((line) => makeWay(atlas, line, () => list.choose(line))));
  find("first", HTMLElement).closest("section")?.toggleAttribute("hidden", !atlas.turning.length);
  const links = atlas.groups.map((group, number) => {
    const count = group.positions.length.toLocaleString("en");
    const mover = describeMover(atlas, group);
    list.add(group, {
      title: asSentence(group.words).slice(0, -1),
      about: `${count} ${group.positions.length === 1 ? "position" : "positions"}, ${mover}`,
      sign: () => makeSign(group),
      caption: (line) => readRest(line) || (group.distance ? `in ${group.distance}` : ""),
      label: (line, caption) => describe(readBoard(atlas, line), caption),
      draw: (line) => drawBoard(withoutLetters(readBoard(atlas, line))),
    });
    const alike = atlas.groups.filter((each) => each.words === group.words).length > 1;
    const words = alike ? [describeDistance(group), make("span", { className: `side-mark ${group.mover}` }), "to move"] : [describeDistance(group)];
    const link = make("a", { href: `#value-${number}`, className: `value ${group.kind}` }, makeSign(group), ...words);
    const whole = ` positions: ${group.words}, ${mover}`;
    link.append(make("span", { className: "badge" }, count), make("span", { className: "unseen" }, whole));
    link.title = `${asSentence(group.words).slice(0, -1)}, ${mover}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      list.goTo(number);
    });
    return make("li", {}, link);
  });
  find("values", HTMLElement).replaceChildren(make("ul", { className: "row-of" }, ...links));
  find("charted", HTMLElement).hidden = false;
  if (!list.choose(readAddress())) list.choose(atlas.start);
  playOnClick(find("explore", HTMLButtonElement), () => beginning(atlas, "explore"), find("refused", HTMLElement));
  playOnClick(find("play", HTMLButtonElement), () => beginning(atlas, `level:${read("level", "4")}`), find("refused", HTMLElement));
}

/** A match from the chosen position, for whoever is to move there. @param {Atlas} atlas @param {string} opponent */
function beginning(atlas, opponent) {
  return chosen && { game: atlas.game, options: atlas.options, position: chosen.line, opponent, side: chosen.group.mover };
}

/** A picture that leads to a position. @param {Atlas} atlas @param {string} line @param {() => void} lead */
function makeWay(atlas, line, lead) {
  const board = readBoard(atlas, line);
  const mover = atlas.groups.find((group) => group.positions.includes(line))?.mover ?? "first";
  const mark = make("span", { className: `side-mark ${mover}` });
  const way = makeButton("", lead, "position way");
  const whole = make("span", { className: "unseen" }, `${describeBoard(board)}, ${atlas.sides[SIDES.indexOf(mover)]}: `);
  way.append(make("span", { className: "thumb" }), make("span", { className: "caption" }, mark, whole, readRest(line) || "moves"));
  way.firstElementChild?.replaceChildren(drawBoard(withoutLetters(board)));
  return way;
}

ask(`/api/games/${game}/atlas`, { options })
  .then(
    (atlas) => show(/** @type {Atlas} */ (atlas)),
    (error) => setText(find("about", HTMLElement), asSentence(errorText(error))),
  )
  .finally(() => page.classList.remove("coming"));
