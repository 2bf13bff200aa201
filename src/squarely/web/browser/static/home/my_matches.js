import { find, setText } from "/static/review/elements.js";
import { pluralize } from "/static/review/words.js";
import { ask, errorText, Refusal } from "../site/api.js";
import { readMatches, updateMatch } from "../site/stored_matches.js";
import { isOurTurn, makeMatchItem } from "./match_item.js";

/** @import {MatchSummary} from "../protocol/messages" */
/** @import {StoredMatch} from "../site/stored_matches.js" */

const SHOWN = 6; // at first
const ASKED = 20; // at a time
const UNDO = 10_000; // milliseconds

let round = 0; // of asking: somebody who comes back asks again
let showsAll = false;
let showsHidden = false;
/** What was hidden last, for whoever did not mean to. @type {string[]} */
let undoable = [];
let undoTimer = 0;
/** What is in the list, so that what stays the same is left alone. @type {Map<string, {told: string, item: HTMLElement}>} */
const items = new Map();

/** List the matches of this browser as they were seen last, then ask how they stand. What is over is asked once. */
export async function showMyMatches() {
  const own = (round += 1);
  showList();
  const asked = listMatches().filter(([, each]) => !(each.over && each.seen));
  for (const problem = find("yours-problem", HTMLElement); asked.length; ) {
    const some = asked.splice(0, ASKED).map(([match]) => match);
    try {
      keepSummaries(some, await ask("/api/summaries", { ids: some.join(",") }));
      setText(problem, "");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setText(problem, `${errorText(error)} This is how they were seen last.`);
      return;
    }
    if (own !== round) return;
    showList();
  }
}

/** @param {string[]} asked @param {MatchSummary[]} told */
function keepSummaries(asked, told) {
  for (const seen of told) updateMatch(seen.match, { seen, over: seen.over, friend: seen.between_people });
  const known = new Set(told.map(({ match }) => match));
  for (const match of asked) if (!known.has(match)) updateMatch(match, { gone: true });
}

/** Every match to be listed: where a friend waits for us first, then others with friends, then alone, the newest first;
 * what is over comes last.
 * @returns {[string, StoredMatch][]} */
function listMatches() {
  const listed = readMatches().filter(([, { gone, hidden }]) => !gone && (showsHidden || !hidden));
  const rank = (/** @type {StoredMatch} */ each) =>
    each.over ? 3 : isPlayedWithFriend(each) ? (isOurTurn(each) ? 0 : 1) : 2;
  const age = (/** @type {StoredMatch} */ each) => each.seen?.at ?? each.taken / 1000;
  return listed.sort(([, a], [, b]) => rank(a) - rank(b) || age(b) - age(a));
}

/** @param {StoredMatch} stored */
function isPlayedWithFriend({ friend, seats }) {
  return friend && seats.length === 1;
}

function showList() {
  const listed = listMatches();
  const shown = showsAll ? listed : listed.slice(0, SHOWN);
  const list = find("matches", HTMLElement);
  const wanted = shown.map(([match, stored]) => findItem(match, stored));
  if (wanted.length !== list.children.length || wanted.some((item, at) => item !== list.children[at])) {
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    list.replaceChildren(...wanted);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
  const all = readMatches().filter(([, { gone }]) => !gone);
  const hidden = all.filter((each) => each[1].hidden).length;
  find("no-matches", HTMLElement).hidden = all.length > hidden || showsHidden;
  setButton("all-matches", listed.length > SHOWN, showsAll ? "Show fewer" : `Show all ${listed.length}`);
  setButton("hidden-matches", hidden > 0, showsHidden ? "Leave out what is hidden" : `Show ${hidden} hidden`);
  setButton("clear-finished", listed.some(([, each]) => each.over && !each.hidden), "Clear finished");
  setButton("undo", undoable.length > 0, `Undo: show ${pluralize(undoable.length, "match").replace("matchs", "matches")} again`);
  const ours = listed.filter(([, each]) => isOurTurn(each) && isPlayedWithFriend(each)).length;
  const jump = find("to-yours", HTMLElement);
  setText(jump, ours ? `Your turn in ${ours}` : listed.length ? "Your matches" : "");
  jump.classList.toggle("main", ours > 0);
}

/** The item of a match; the one that is there already unless something about it is new.
 * @param {string} match @param {StoredMatch} stored */
function findItem(match, stored) {
  const told = JSON.stringify([stored.seen, stored.hidden, stored.over, stored.seats.length]);
  const before = items.get(match);
  if (before?.told === told) return before.item;
  const item = makeMatchItem(match, stored, () => (stored.hidden ? hide([match], false) : hide([match], true)));
  items.set(match, { told, item });
  return item;
}

/** Leave matches out of the list, or put them back. Their seats are kept. @param {string[]} matches @param {boolean} hidden */
function hide(matches, hidden) {
  for (const match of matches) updateMatch(match, { hidden });
  undoable = hidden ? matches : [];
  showList();
  if (!hidden) return find("yours-title", HTMLElement).focus({ preventScroll: true });
  find("undo", HTMLElement).focus({ preventScroll: true });
  clearTimeout(undoTimer);
  undoTimer = setTimeout(endUndo, UNDO);
}

/** The moment is over, unless somebody is about to. */
function endUndo() {
  if (find("undo", HTMLElement).matches(":focus-visible, :hover")) {
    undoTimer = setTimeout(endUndo, UNDO);
    return;
  }
  undoable = [];
  showList();
}

/** @param {string} id @param {boolean} isThere @param {string} words */
function setButton(id, isThere, words) {
  const button = find(id, HTMLButtonElement);
  button.hidden = !isThere;
  setText(button, words);
}

/** Let the buttons of the list work, and keep it true: after Back, in a tab that comes to the front, and beside others. */
export function watchMyMatches() {
  const does = {
    "all-matches": () => (showsAll = !showsAll),
    "hidden-matches": () => (showsHidden = !showsHidden),
    "clear-finished": () => hide(listMatches().flatMap(([match, each]) => (each.over && !each.hidden ? [match] : [])), true),
    undo: () => hide(undoable, false),
  };
  for (const [id, act] of Object.entries(does)) {
    find(id, HTMLElement).addEventListener("click", () => {
      act();
      if (id === "hidden-matches") showMyMatches();
      else showList();
    });
  }
  addEventListener("pageshow", ({ persisted }) => persisted && showMyMatches());
  addEventListener("storage", () => showList());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && showMyMatches());
}
