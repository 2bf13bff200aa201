import { ask, sentence as told } from "./api.js";
import { Charts } from "./charts.js";
import { find, make, say } from "./elements.js";
import { picture } from "./picture.js";
import { playOn, sentence, SIDES } from "./words.js";

/** @import {Atlas, AtlasGroup, Board, Shown} from "./messages" */

const PATIENCE = 200; // milliseconds at rest on a position before more is asked about it

const page = find("atlas", HTMLElement);
const game = page.dataset.game ?? "";
const options = new URLSearchParams(location.search).get("options") ?? "";

/** The board of a position line: a glyph a square.
 * @param {Atlas} atlas @param {string} line @returns {Board} */
function boardOf(atlas, line) {
  const glyphs = [...(line.split(" ")[0] ?? "").replaceAll("/", "")];
  const squares = atlas.board.squares.map((square, at) => {
    const look = atlas.looks[glyphs[at] ?? ""];
    return { ...square, text: look?.text ?? "", side: look?.side ?? null };
  });
  return { ...atlas.board, squares };
}

/** The same for a small picture, where a piece is told by its shape: letters are too small to be read.
 * @param {Board} board @returns {Board} */
function unlettered(board) {
  return { ...board, squares: board.squares.map((square) => (square.side ? { ...square, text: "" } : square)) };
}

/** What else matters in a position besides the board and the mover. @param {string} line */
function rest(line) {
  return line.split(" ").slice(2).join(" ").replace(/^-$/, "");
}

/** Whose turn it is in the positions of a group. @param {Atlas} atlas @param {AtlasGroup} group */
function turn({ sides }, { distance, mover }) {
  return `${sides[SIDES.indexOf(mover)]} ${distance === 0 ? "would be" : "is"} to move`;
}

/** What stands where, in words.
 * @param {Board} board @param {string} more */
function described(board, more) {
  const pieces = board.squares.filter((square) => square.text).map((square) => `${square.text} on ${square.name}`);
  return [...(pieces.length ? pieces : ["nothing on the board"]), more].filter(Boolean).join(", ");
}

let waiting = 0;

/** Show one position large.
 * @param {Atlas} atlas @param {AtlasGroup} group @param {string} line */
function choose(atlas, group, line) {
  const board = boardOf(atlas, line);
  find("chosen", HTMLElement).hidden = false;
  find("picture", HTMLElement).replaceChildren(picture(board, [], described(board, rest(line))));
  say(find("worth", HTMLElement), sentence(group.words));
  say(find("mover", HTMLElement), `${turn(atlas, group)}.`);
  say(find("line", HTMLElement), line);
  const play = find("play", HTMLAnchorElement);
  play.hidden = group.distance === 0;
  play.href = playOn({ game: atlas.game, options: atlas.options, position: line });
  history.replaceState(null, "", `${location.search}#${encodeURIComponent(line)}`);
  clearTimeout(waiting);
  waiting = setTimeout(() => hold(atlas, line), PATIENCE);
}

/** Add what each side holds; where nobody can say, nothing is missing.
 * @param {Atlas} atlas @param {string} line */
async function hold(atlas, line) {
  const path = `/api/games/${game}/position`;
  const shown = await /** @type {Promise<Shown>} */ (ask(path, { options, position: line })).catch(() => undefined);
  if (!shown || find("line", HTMLElement).textContent !== line) return;
  const held = shown.holdings.map((each, side) => each && `${atlas.sides[side]}: ${each}`).filter(Boolean);
  find("held", HTMLElement).replaceChildren(...held.map((each) => make("li", {}, each)));
}

/** The line of the position that the address names, if it names one. */
function asked() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // an address that was cut off
  }
}

/** The sign of a value: whose disc or tile it is, or that nobody wins.
 * @param {AtlasGroup} group @returns {Node} */
function sign({ kind }) {
  if (kind === "endless") return make("span", {}, "∞");
  return kind === "tie" ? make("span", {}, "=") : make("span", { className: `side-mark ${kind}` });
}

/** How far off the end is, in a word or two. @param {AtlasGroup} group */
function far({ distance, kind }) {
  if (distance) return `in ${distance}`;
  return distance === null ? "never ends" : kind === "tie" ? "tied" : "won";
}

/** @param {Atlas} atlas */
function show(atlas) {
  say(find("title", HTMLElement), `Atlas of ${atlas.title} (${atlas.game})`);
  const shown = atlas.groups.reduce((sum, group) => sum + group.positions.length, 0);
  const all = `All ${atlas.count.toLocaleString("en")} positions that play can reach`;
  const under = atlas.options && ` with ${atlas.options}`;
  const folded = `, folded into ${shown.toLocaleString("en")}: those that differ only in how the board lies are one`;
  say(find("about", HTMLElement), `${all}${under}${atlas.folded ? folded : ""}, by what they are worth with best play.`);
  const charts = new Charts(find("positions", HTMLElement), (group, line) => choose(atlas, group, line));
  const links = atlas.groups.map((group, number) => {
    const count = group.positions.length.toLocaleString("en");
    const mover = turn(atlas, group);
    charts.add(group, {
      title: sentence(group.words).slice(0, -1),
      about: `${count} ${group.positions.length === 1 ? "position" : "positions"}, ${mover}`,
      sign: () => sign(group),
      caption: (line) => rest(line) || (group.distance === null ? "" : far(group)),
      label: (line, caption) => described(boardOf(atlas, line), caption),
      draw: (line) => picture(unlettered(boardOf(atlas, line))),
    });
    const alike = atlas.groups.filter((each) => each.words === group.words).length > 1;
    const words = alike ? [far(group), make("span", { className: `side-mark ${group.mover}` }), "to move"] : [far(group)];
    const link = make("a", { href: `#value-${number}`, className: `value ${group.kind}` }, sign(group), ...words);
    const whole = ` positions: ${group.words}, ${mover}`;
    link.append(make("span", { className: "soft" }, count), make("span", { className: "unseen" }, whole));
    link.title = `${sentence(group.words).slice(0, -1)}, ${mover}`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      charts.goTo(number);
    });
    return make("li", {}, link);
  });
  find("values", HTMLElement).replaceChildren(make("ul", { className: "row-of" }, ...links));
  for (const id of ["values", "keys"]) find(id, HTMLElement).hidden = false;
  const ongoing = atlas.groups.find((group) => group.distance !== 0);
  if (!charts.choose(asked())) charts.choose(ongoing?.positions[0] ?? "");
}

ask(`/api/games/${game}/atlas`, { options })
  .then(
    (atlas) => show(/** @type {Atlas} */ (atlas)),
    (error) => say(find("problem", HTMLElement), sentence(told(error))),
  )
  .finally(() => page.classList.remove("coming"));
