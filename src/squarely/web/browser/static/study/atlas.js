import {
  ask, asSentence, errorText, find, make, makeButton, noteIfSlow, playOnClick, pluralize, read, setText, SIDES,
} from "../site/site.js";
import { BoardView, COUNTED, describeBoard, drawThumbnail, noteMoves } from "../site/board.js";

/** @import {Atlas, AtlasGroup, Board, PositionTruth, Shown} from "../protocol/messages" */

const PATIENCE = 200; // milliseconds at rest on a position before more is asked about it

const page = find("atlas");
const game = page.dataset.game ?? "";
const options = new URLSearchParams(location.search).get("options") ?? "";
const large = new BoardView(find("board"), "The chosen position");
large.touchable = false;

/** Every position in the order of the page, group by group: one widget with one tab stop.
 * @type {{option: HTMLElement, group: AtlasGroup, line: string}[]} */
const listed = [];
/** Where each group begins. @type {number[]} */ const starts = [];
let at = 0;
let waiting = 0;

/** The board of a position line: a glyph a square. @param {Atlas} atlas @param {string} line @returns {Board} */
function readBoard(atlas, line) {
  if (atlas.board.drawing) return { ...atlas.board, drawing: line };
  const glyphs = [...(line.split(" ")[0] ?? "").replaceAll("/", "")];
  const squares = atlas.board.squares.map((square, number) => {
    const look = atlas.looks[glyphs[number] ?? ""];
    return { ...square, text: look?.text ?? "", side: look?.side ?? null };
  });
  return { ...atlas.board, squares };
}

/** What else matters in a position besides the board and the mover. @param {string} line */
function readRest(line) {
  return line.split(" ").slice(2).join(" ").replace(/^-$/, "");
}

/** Whose turn it is in the positions of a group. @param {Atlas} atlas @param {AtlasGroup} group */
function describeMover({ sides }, { distance, mover }) {
  return `${sides[SIDES.indexOf(mover)]} ${distance === 0 ? "would be" : "is"} to move`;
}

/** The sign of a value: whose disc or tile it is, or that nobody wins. @param {AtlasGroup} group @returns {Node} */
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

/** Show one position large. @param {Atlas} atlas @param {number} number in the list */
function choose(atlas, number) {
  const [before, { option, group, line } = {}] = [listed[at], listed[number]];
  if (!option || !group || !line) return;
  for (const each of [before?.option, option]) {
    each?.setAttribute("tabindex", each === option ? "0" : "-1");
    each?.setAttribute("aria-selected", String(each === option));
  }
  at = number;
  find("chosen").hidden = false;
  large.marks = {};
  large.show(readBoard(atlas, line), { names: atlas.sides });
  setText(find("worth"), asSentence(group.words));
  setText(find("mover"), `${line === atlas.start ? "This is the start. " : ""}${describeMover(atlas, group)}.`);
  setText(find("line"), line);
  setText(find("refused"), "");
  setText(find("choice"), "\u00a0");
  for (const id of ["explore", "play"]) find(id).ariaDisabled = String(group.distance === 0);
  history.replaceState(null, "", `${location.search}#${encodeURIComponent(line)}`);
  clearTimeout(waiting);
  waiting = setTimeout(() => showMore(atlas, line), PATIENCE);
}

/** Add what each move is worth and what each side holds; where nobody can say, it is a board all the same.
 * @param {Atlas} atlas @param {string} line */
async function showMore(atlas, line) {
  const about = { options, position: line };
  const [truth, shown] = await Promise.all([
    /** @type {Promise<PositionTruth>} */ (ask(`/api/games/${game}/truth`, about)).catch(() => undefined),
    /** @type {Promise<Shown>} */ (ask(`/api/games/${game}/position`, about)).catch(() => undefined),
  ]);
  if (listed[at]?.line !== line) return;
  if (truth) large.mark({ notes: noteMoves(truth.moves) });
  if (truth) setText(find("choice"), truth.over ? asSentence(truth.over) : describeChoice(truth));
  const held = (shown?.holdings ?? []).map((each, side) => each && `${atlas.sides[side]}: ${each}`).filter(Boolean);
  find("held").replaceChildren(...held.map((each) => make("li", {}, each)));
}

/** What one move does that keeps a result, and what several do. @type {Record<string, [string, string]>} */
const KEEPING = { wins: ["wins", "win"], ties: ["keeps the tie", "keep the tie"], endless: ["keeps it open", "keep it open"] };

/** How much there is to choose, as a sentence: how many of the moves keep the result. All of an atlas is known.
 * @param {Pick<PositionTruth, "kind" | "moves">} truth @returns {string} */
function describeChoice({ kind, moves }) {
  const count = moves.length;
  const keeping = moves.filter((each) => each.kind === kind).length;
  if (count === 1) return "There is only one move.";
  const all = count === 2 ? "Both" : `All ${count}`;
  if (kind === "loses") return `${all} moves lose.`;
  const [does1, does] = KEEPING[kind] ?? [];
  if (keeping === count) return `${all} moves ${does}.`;
  return keeping === 1 ? `Only one of the ${count} moves ${does1}.` : `${keeping} of the ${count} moves ${does}.`;
}

/** The line of the position that the address names, if it names one. */
function readAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return ""; // an address that was cut off
  }
}

/** List the positions of a group. Pictures are drawn when they come near: thousands at once would keep everybody waiting.
 * @param {Atlas} atlas @param {AtlasGroup} group @param {IntersectionObserver} near */
function listGroup(atlas, group, near) {
  const number = starts.push(listed.length) - 1;
  const title = make("h2", { id: `value-${number}`, className: "value-title" }, makeSign(group), asSentence(group.words).slice(0, -1));
  const list = make("div", { className: "positions", role: "listbox" });
  list.setAttribute("aria-labelledby", title.id);
  for (const line of group.positions) {
    const words = readRest(line) || (group.distance ? `in ${group.distance}` : "");
    const caption = make("span", { className: "caption" }, makeSign(group), words);
    const option = make("div", { className: `position ${group.kind}`, tabIndex: -1, role: "option" }, make("span", { className: "thumb" }), caption);
    option.ariaSelected = "false";
    option.ariaLabel = [describeBoard(readBoard(atlas, line)), words].filter(Boolean).join(", ");
    option.dataset.at = String(listed.push({ option, group, line }) - 1);
    near.observe(option);
    list.append(option);
  }
  const about = make("p", { className: "soft small" }, `${pluralize(group.positions.length, "position")}, ${describeMover(atlas, group)}`);
  find("positions").append(make("section", { className: "stack" }, title, about, list));
}

/** A link to a group, with what its positions are worth. @param {Atlas} atlas @param {AtlasGroup} group @param {number} number */
function linkGroup(atlas, group, number) {
  const alike = atlas.groups.filter((each) => each.words === group.words).length > 1;
  const mover = alike ? [make("span", { className: `side-mark ${group.mover}` }), "to move"] : [];
  const link = make("a", { href: `#value-${number}`, className: `value ${group.kind}` }, makeSign(group), describeDistance(group), ...mover);
  const whole = `${group.words}, ${describeMover(atlas, group)}`;
  const count = make("span", { className: "badge" }, group.positions.length.toLocaleString("en"));
  link.append(count, make("span", { className: "unseen" }, ` positions: ${whole}`));
  link.title = whole;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById(`value-${number}`)?.scrollIntoView({ block: "start" });
    choose(atlas, starts[number] ?? 0);
    listed[at]?.option.focus({ preventScroll: true });
  });
  return make("li", {}, link);
}

/** The position that a key leads to, if it is a key that leads anywhere. @param {KeyboardEvent} event */
function findNext({ key, ctrlKey }) {
  const last = listed.length - 1;
  const group = starts.findLastIndex((start) => start <= at);
  const [first, following] = [starts[group] ?? 0, starts[group + 1] ?? last + 1];
  const across = getComputedStyle(listed[at]?.option.parentElement ?? page).gridTemplateColumns.split(" ").length;
  /** @type {Record<string, number>} */ const ways = {
    ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - across, ArrowDown: at + across,
    PageUp: at > first ? first : (starts[group - 1] ?? first), PageDown: following,
    Home: ctrlKey ? 0 : first, End: ctrlKey ? last : following - 1,
  }; // prettier-ignore
  const next = ways[key];
  return next === undefined ? undefined : Math.min(Math.max(next, 0), last);
}

function show(/** @type {Atlas} */ atlas) {
  find("title").replaceChildren(`Atlas: ${atlas.subtitle} `, make("small", { className: "soft" }, atlas.title));
  const shown = atlas.groups.reduce((sum, group) => sum + group.positions.length, 0);
  const under = atlas.options && ` with ${atlas.options}`;
  const every = atlas.scoreless ? "Every board that play can reach, as before anybody scored" : "Every position that play can reach";
  const all = `${every}${under}, and what it is worth when both sides play their best: ${atlas.count.toLocaleString("en")} of them`;
  const folded = `, in ${shown.toLocaleString("en")} pictures, as those that differ only in how the board lies share one`;
  setText(find("about"), `${all}${atlas.folded ? folded : ""}. ${COUNTED}`);
  const near = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      const line = listed[Number(/** @type {HTMLElement} */ (target).dataset.at)]?.line;
      if (!isIntersecting || !line) continue;
      target.firstElementChild?.replaceChildren(drawThumbnail(readBoard(atlas, line), { letters: false }));
      near.unobserve(target);
    }
  }, { rootMargin: "600px" }); // prettier-ignore
  for (const group of atlas.groups) listGroup(atlas, group, near);
  const links = atlas.groups.map((group, number) => linkGroup(atlas, group, number));
  find("values").replaceChildren(make("ul", { className: "row-of" }, ...links));
  find("first").replaceChildren(...atlas.turning.map((line) => makeWay(atlas, line)));
  find("first").closest("section")?.toggleAttribute("hidden", !atlas.turning.length);
  find("charted").hidden = false;
  const found = listed.findIndex(({ line }) => line === readAddress());
  choose(atlas, found >= 0 ? found : listed.findIndex(({ line }) => line === atlas.start));
  find("positions").addEventListener("click", ({ target }) => {
    const option = target instanceof Element && target.closest(".position");
    if (!(option instanceof HTMLElement)) return;
    choose(atlas, Number(option.dataset.at));
    option.focus({ preventScroll: true });
  });
  find("positions").addEventListener("keydown", (event) => {
    const next = event.altKey || event.metaKey ? undefined : findNext(event);
    if (next === undefined) return;
    event.preventDefault();
    choose(atlas, next);
    listed[next]?.option.focus();
  });
  const from = () => ({ game: atlas.game, options: atlas.options, position: listed[at]?.line, side: listed[at]?.group.mover });
  playOnClick(find("explore", HTMLButtonElement), from, find("refused"));
  const against = () => ({ ...from(), opponent: `level:${read("level", "4")}` });
  playOnClick(find("play", HTMLButtonElement), against, find("refused"));
}

/** A picture that leads to a position. @param {Atlas} atlas @param {string} line */
function makeWay(atlas, line) {
  const board = readBoard(atlas, line);
  const number = listed.findIndex((each) => each.line === line);
  const mover = listed[number]?.group.mover ?? "first";
  const whole = make("span", { className: "unseen" }, `${describeBoard(board)}, ${atlas.sides[SIDES.indexOf(mover)]}: `);
  const way = makeButton("", () => choose(atlas, number), "position way");
  const caption = make("span", { className: "caption" }, make("span", { className: `side-mark ${mover}` }), whole, readRest(line) || "moves");
  way.append(make("span", { className: "thumb" }, drawThumbnail(board, { letters: false })), caption);
  return way;
}

/** Where there is no atlas, say why and lead to where the values are. @param {unknown} error */
function showNone(error) {
  setText(find("about"), asSentence(errorText(error)));
  setText(find("title"), `No atlas of ${game}`);
  find("instead").hidden = false;
  playOnClick(find("explore-start", HTMLButtonElement), () => ({ game, options }), find("start-refused"));
}

page.classList.remove("coming");
noteIfSlow(ask(`/api/games/${game}/atlas`, { options }), () => {
  setText(find("about"), "The atlas is being drawn: every position is solved now, which takes some seconds.");
  page.ariaBusy = "true"; // which is a sign that something happens
})
  .then((atlas) => show(/** @type {Atlas} */ (atlas)), showNone)
  .finally(() => (page.ariaBusy = "false"));
