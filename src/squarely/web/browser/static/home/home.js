// The page where matches begin: games to tap, a board that shows what moves are worth, one's own matches, today's puzzle.
import {
  ask, asSentence, beginMatch, errorText, find, make, makeButton, playOnClick, pluralize, read, readFirst, readMatches, Refusal,
  setText, SIDES, updateMatch, warnIfFleeting,
} from "../site/site.js";
import { BoardView, drawThumbnail, noteMoves } from "../site/board.js";
import { countStreak, dateOf, describeDay, readDays } from "../site/results.js";

/** @import {Example, GameFacts, MatchSummary, PuzzleTask} from "../protocol/messages" */
/** @import {StoredMatch} from "../site/site.js" */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60]]; // prettier-ignore
const ago = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });
const SHOWN = 6; // matches at first
const ASKED = 20; // matches at a time

let round = 0; // of asking: somebody who comes back asks again
let showsAll = false;
let showsHidden = false;
let told = ""; // what is in the list, so that what stays the same is left alone

/** A game to play: one tap begins, another one leads to everything else. @param {GameFacts} game */
function makeGameCard(game) {
  const go = make("span", { className: "go" }, "Play");
  const wanted = () => ({ game: game.game, opponent: `level:${read("level", "4")}`, name: read("name", "") });
  const begins = makeButton("", () => beginMatch(wanted(), showBusy, find("tap-problem")), "play");
  const words = make("span", { className: "words" }, make("b", {}, game.subtitle), " ", make("span", {}, game.title));
  begins.append(drawThumbnail(game.picture), words, " ", go, make("span", { className: "unseen" }, " against the computer"));
  const showBusy = (/** @type {boolean} */ starting) => {
    for (const each of document.querySelectorAll(".play")) if (each instanceof HTMLButtonElement) each.disabled = starting;
    setText(go, starting ? "Starting…" : "Play");
  };
  addEventListener("pageshow", () => showBusy(false));
  const leads = makeButton("Rules & options", async () => (await sheet).setUp(game), "more plain small");
  leads.ariaLabel = `Rules & options of ${game.subtitle} (${game.title})`;
  return make("li", { className: "game" }, begins, leads);
}

/** Show a position with what each of its moves is worth; touching a square says it in words. @param {Example} example */
function showExample({ game, shown, truth, sides, subtitle }) {
  const says = find("example-says");
  const notes = noteMoves(truth.moves);
  const explain = (/** @type {number} */ square) => {
    const note = notes.get(square);
    setText(says, note ? asSentence(`${shown.board.squares[square]?.name}: ${note.words}`) : "No move leads there.");
  };
  const view = new BoardView(find("example-board"), `${subtitle}: each move and its value`, { touch: explain });
  view.show(shown.board, { names: sides });
  view.mark({ notes });
  setText(says, `${subtitle}, ${sides[SIDES.indexOf(shown.mover)]} to move: what each move is truly worth. Touch one.`);
  const from = { game, position: shown.position, opponent: "explore" };
  playOnClick(find("example-explore", HTMLButtonElement), () => from, find("tap-problem"));
}

/** Show the puzzle of the day and how it went here; where there is none, its link leads on all the same. */
async function showToday() {
  const day = dateOf();
  const { now } = countStreak(day);
  const task = await /** @type {Promise<PuzzleTask>} */ (ask("/api/puzzles", { day })).catch(() => undefined);
  if (!task) return;
  find("today-board").replaceChildren(drawThumbnail(task.board));
  setText(find("today-task"), `${task.sides[SIDES.indexOf(task.mover)]} to move: find ${task.task}`);
  const record = readDays()[day];
  const streak = now ? `, ${pluralize(now, "day")} in a row` : "";
  setText(find("today-says"), asSentence(`${task.subtitle}: ${record ? describeDay(record) : `level ${task.level} of 5`}${streak}`));
}

/** List the matches of this browser as they were seen last, then ask how they stand. What is over is asked once. */
async function showMyMatches() {
  const own = (round += 1);
  showList();
  const asked = listMatches().filter(([, each]) => !(each.over && each.seen));
  for (const problem = find("yours-problem"); asked.length; ) {
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

function keepSummaries(/** @type {string[]} */ asked, /** @type {MatchSummary[]} */ told) {
  for (const seen of told) updateMatch(seen.match, { seen, over: seen.over, friend: seen.between_people });
  const known = new Set(told.map(({ match }) => match));
  for (const match of asked) if (!known.has(match)) updateMatch(match, { gone: true });
}

/** Every match to be listed: where a friend waits for us first, then others with friends, then alone, the newest first;
 * what is over comes last. @returns {[string, StoredMatch][]} */
function listMatches() {
  const listed = readMatches().filter(([, { gone, hidden }]) => !gone && (showsHidden || !hidden));
  const rank = (/** @type {StoredMatch} */ each) =>
    each.over ? 3 : isPlayedWithFriend(each) ? (isOurTurn(each) ? 0 : 1) : 2;
  const age = (/** @type {StoredMatch} */ each) => each.seen?.at ?? each.taken / 1000;
  return listed.sort(([, a], [, b]) => rank(a) - rank(b) || age(b) - age(a));
}

function isPlayedWithFriend(/** @type {StoredMatch} */ { friend, seats }) {
  return friend && seats.length === 1;
}

function showList() {
  const all = readMatches().filter(([, { gone }]) => !gone);
  const hidden = all.filter((each) => each[1].hidden).length;
  if (!hidden) showsHidden = false;
  const listed = listMatches();
  const shown = showsAll ? listed : listed.slice(0, SHOWN);
  const list = find("matches");
  if (told !== JSON.stringify(shown)) {
    told = JSON.stringify(shown);
    const focused = list.contains(document.activeElement) && document.activeElement?.getAttribute("href");
    list.replaceChildren(...shown.map(([match, stored]) => makeMatchItem(match, stored)));
    const again = focused && list.querySelector(`[href="${focused}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
  find("no-matches").hidden = all.length > hidden || showsHidden;
  setButton("all-matches", listed.length > SHOWN, showsAll ? "Show fewer" : `Show all ${listed.length}`);
  setButton("hidden-matches", hidden > 0, showsHidden ? "Leave out what is hidden" : `Show ${hidden} hidden`);
  setButton("clear-finished", listed.some(([, each]) => each.over && !each.hidden), "Clear finished");
  const ours = listed.filter(([, each]) => isOurTurn(each) && isPlayedWithFriend(each)).length;
  const jump = find("to-yours");
  setText(jump, ours ? `Your turn in ${ours}` : listed.length ? "Your matches" : "");
  jump.classList.toggle("main", ours > 0);
}

/** Leave matches out of the list, or put them back. Their seats are kept. @param {string[]} matches @param {boolean} hidden */
function hide(matches, hidden) {
  for (const match of matches) updateMatch(match, { hidden });
  showList();
  find(hidden ? "hidden-matches" : "yours-title").focus({ preventScroll: true });
}

function setButton(/** @type {string} */ id, /** @type {boolean} */ isThere, /** @type {string} */ words) {
  const button = find(id, HTMLButtonElement);
  button.hidden = !isThere;
  setText(button, words);
}

/** Let the buttons of the list work, and keep it true: after Back, in a tab that comes to the front, and beside others. */
function watchMyMatches() {
  const does = {
    "all-matches": () => (showsAll = !showsAll),
    "hidden-matches": () => (showsHidden = !showsHidden),
    "clear-finished": () => hide(listMatches().flatMap(([match, each]) => (each.over && !each.hidden ? [match] : [])), true),
  };
  for (const [id, act] of Object.entries(does)) {
    find(id).addEventListener("click", () => {
      act();
      if (id === "hidden-matches") showMyMatches();
      else showList();
    });
  }
  addEventListener("pageshow", ({ persisted }) => persisted && showMyMatches());
  addEventListener("storage", () => showList());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && showMyMatches());
}

/** A match in the list: a link to it, and a button that takes it off the list or puts it back. @param {string} match
 * @param {StoredMatch} stored @returns {HTMLElement} */
function makeMatchItem(match, stored) {
  const { seen, hidden } = stored;
  if (!seen) return make("li", { className: "coming" }, make("a", { href: `/m/${match}` }, "A match"));
  const against = describeOpponent(stored, seen);
  const says = describeStanding(stored, seen);
  const badge = make("span", { className: isOurTurn(stored) && seen.between_people ? "badge main" : "badge" }, says);
  const since = make("time", { className: "soft", dateTime: new Date(seen.at * 1000).toISOString() }, describeAge(seen.at));
  const link = make("a", { href: `/m/${match}` }, drawThumbnail(seen.board), make("b", {}, against));
  link.append(make("span", { className: "small soft" }, seen.subtitle));
  link.append(make("span", { className: "small standing" }, badge, " ", since));
  const button = makeButton(hidden ? "↩" : "×", () => hide([match], !hidden), "plain dismiss");
  button.title = hidden ? "Show again" : "Hide";
  button.ariaLabel = `${button.title}: ${seen.title}, ${against}`;
  return make("li", {}, link, button);
}

/** Whether the other side waits for us; not where both sides are ours. @param {StoredMatch} stored */
function isOurTurn({ seats, seen, over }) {
  return !over && seen?.mover != null && !seen.waiting && seats.length === 1 && seats[0]?.side === seen.mover;
}

function describeOpponent(/** @type {StoredMatch} */ { seats }, /** @type {MatchSummary} */ { names, waiting }) {
  if (waiting) return "A friend by link";
  if (seats.length !== 1) return names.join(" and ");
  return names[1 - SIDES.indexOf(seats[0]?.side ?? "first")] ?? "";
}

/** @param {StoredMatch} stored @param {MatchSummary} seen */
function describeStanding(stored, { over, winner, mover, waiting, names }) {
  const ours = stored.seats.length === 1 ? stored.seats[0]?.side : undefined;
  if (over && !winner) return "A draw";
  if (over && ours) return winner === ours ? "You won" : "You lost";
  if (over && winner) return `${names[SIDES.indexOf(winner)]} won`;
  if (waiting) return "Not here yet";
  if (isOurTurn(stored)) return "Your turn";
  return mover ? `${names[SIDES.indexOf(mover)]} to move` : "";
}

/** How long ago that was. @param {number} at seconds since 1970 */
function describeAge(at) {
  const seconds = Date.now() / 1000 - at;
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? [];
  return unit && size ? ago.format(-Math.floor(seconds / size), unit) : "just now";
}

async function open() {
  warnIfFleeting(find("fleeting"));
  watchMyMatches();
  showMyMatches();
  const first = /** @type {Example | undefined} */ (readFirst("first-example"));
  if (first) showExample(first);
  try {
    /** @type {GameFacts[]} */ const games = readFirst("first-games") ?? (await ask("/api/games"));
    find("games").replaceChildren(...games.map(makeGameCard));
    find("games").ariaBusy = "false";
    await (await sheet).openNewMatch(games);
    await showToday();
    const example = first ?? /** @type {Example | null} */ (await ask("/api/example"));
    if (example && !first) showExample(example);
    find("example").hidden = !example;
  } catch (error) {
    setText(find("tap-problem"), errorText(error));
  }
}

setText(find("hero-level"), `level ${read("level", "4")}`);
const sheet = import("./new_match.js"); // which comes a moment later
open();
