import { describeBoard, drawBoard } from "/static/review/board_picture.js";
import { find, make, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText } from "../site/api.js";
import { linkToExplore, SIDES } from "../site/sides.js";
import { PositionList } from "./position_list.js";

/** @import {Atlas, AtlasGroup, Board, Shown} from "../protocol/messages" */

const PATIENCE = 200; // milliseconds at rest on a position before more is asked about it

const page = find("atlas", HTMLElement);
const game = page.dataset.game ?? "";
const options = new URLSearchParams(location.search).get("options") ?? "";

/** The board of a position line: a glyph a square.
 * @param {Atlas} atlas @param {string} line @returns {Board} */
function readBoard(atlas, line) {
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

/** Show one position large.
 * @param {Atlas} atlas @param {AtlasGroup} group @param {string} line */
function choose(atlas, group, line) {
  const board = readBoard(atlas, line);
  find("chosen", HTMLElement).hidden = false;
  find("picture", HTMLElement).replaceChildren(drawBoard(board, { label: describe(board, readRest(line)) }));
  setText(find("worth", HTMLElement), asSentence(group.words));
  setText(find("mover", HTMLElement), `${describeMover(atlas, group)}.`);
  setText(find("line", HTMLElement), line);
  const play = find("play", HTMLAnchorElement);
  play.hidden = group.distance === 0;
  play.href = linkToExplore({ game: atlas.game, options: atlas.options, position: line });
  history.replaceState(null, "", `${location.search}#${encodeURIComponent(line)}`);
  clearTimeout(waiting);
  waiting = setTimeout(() => showHoldings(atlas, line), PATIENCE);
}

/** Add what each side holds; where nobody can say, nothing is missing.
 * @param {Atlas} atlas @param {string} line */
async function showHoldings(atlas, line) {
  const path = `/api/games/${game}/position`;
  const shown = await /** @type {Promise<Shown>} */ (ask(path, { options, position: line })).catch(() => undefined);
  if (!shown || find("line", HTMLElement).textContent !== line) return;
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
function describeDistance({ distance, kind }) {
  if (distance) return `in ${distance}`;
  return distance === null ? "never ends" : kind === "tie" ? "tied" : "won";
}

/** @param {Atlas} atlas */
function show(atlas) {
  setText(find("title", HTMLElement), `Atlas of ${atlas.title} (${atlas.game})`);
  const shown = atlas.groups.reduce((sum, group) => sum + group.positions.length, 0);
  const all = `All ${atlas.count.toLocaleString("en")} positions that play can reach`;
  const under = atlas.options && ` with ${atlas.options}`;
  const folded = `, folded into ${shown.toLocaleString("en")}: those that differ only in how the board lies are one`;
  setText(find("about", HTMLElement), `${all}${under}${atlas.folded ? folded : ""}, by what they are worth with best play.`);
  const list = new PositionList(find("positions", HTMLElement), (group, line) => choose(atlas, group, line));
  const links = atlas.groups.map((group, number) => {
    const count = group.positions.length.toLocaleString("en");
    const mover = describeMover(atlas, group);
    list.add(group, {
      title: asSentence(group.words).slice(0, -1),
      about: `${count} ${group.positions.length === 1 ? "position" : "positions"}, ${mover}`,
      sign: () => makeSign(group),
      caption: (line) => readRest(line) || (group.distance === null ? "" : describeDistance(group)),
      label: (line, caption) => describe(readBoard(atlas, line), caption),
      draw: (line) => drawBoard(withoutLetters(readBoard(atlas, line))),
    });
    const alike = atlas.groups.filter((each) => each.words === group.words).length > 1;
    const words = alike ? [describeDistance(group), make("span", { className: `side-mark ${group.mover}` }), "to move"] : [describeDistance(group)];
    const link = make("a", { href: `#value-${number}`, className: `value ${group.kind}` }, makeSign(group), ...words);
    const whole = ` positions: ${group.words}, ${mover}`;
    link.append(make("span", { className: "soft" }, count), make("span", { className: "unseen" }, whole));
    link.title = `${asSentence(group.words).slice(0, -1)}, ${mover}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      list.goTo(number);
    });
    return make("li", {}, link);
  });
  find("values", HTMLElement).replaceChildren(make("ul", { className: "row-of" }, ...links));
  for (const id of ["values", "keys"]) find(id, HTMLElement).hidden = false;
  const ongoing = atlas.groups.find((group) => group.distance !== 0);
  if (!list.choose(readAddress())) list.choose(ongoing?.positions[0] ?? "");
}

ask(`/api/games/${game}/atlas`, { options })
  .then(
    (atlas) => show(/** @type {Atlas} */ (atlas)),
    (error) => setText(find("problem", HTMLElement), asSentence(errorText(error))),
  )
  .finally(() => page.classList.remove("coming"));
