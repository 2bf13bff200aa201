// The matches of this browser: what is stored of them, its seats, and beginning another one.
import { announce, ask, asSentence, errorText, listNames, read, Refusal, setText, tell, write } from "./site.js";

/** @import {Begun, MatchSummary, NewMatch, Seat, SideName, StateMessage} from "../protocol/messages" */

const KEY = "match."; // and the name of the match
const SEAT = /^(first|second)\.([\w-]{20,64})$/; // in an address
const NO_TURNS = 1_000_000; // since the last turn there can be: the state alone
const FINISHED = 200; // matches to remember after their end; those that go on are never forgotten

/** A seat that this browser holds. @typedef {{side: SideName, secret: string}} StoredSeat */
/** What this browser stores of a match, under a name of its own, so that no two tabs write over each other's: its seats,
 * when the first one was taken, the invitation to the other one while nobody has come, whether a friend plays, whether it
 * is over, whether the server knows it no more, whether it is left out of the list, and how it was seen last.
 * @typedef {{seats: StoredSeat[], taken: number, invitation?: string, friend?: boolean, over?: boolean, gone?: boolean,
 *   hidden?: boolean, seen?: MatchSummary}} StoredMatch */

/** @param {string} match @returns {StoredMatch | undefined} */
export function readMatch(match) {
  return read(KEY + match, undefined);
}

/** Every match that is stored here, with its name. @returns {[string, StoredMatch][]} */
export function readMatches() {
  return listNames(KEY).flatMap((match) => {
    const found = readMatch(match);
    return found ? [/** @type {[string, StoredMatch]} */ ([match, found])] : [];
  });
}

/** Store what is new about a match that is stored already; of those that are over, the oldest are forgotten.
 * @param {string} match @param {Partial<StoredMatch>} news */
export function updateMatch(match, news) {
  const before = readMatch(match);
  if (!before) return;
  write(KEY + match, { ...before, ...news });
  if ((news.over || news.gone) && !(before.over || before.gone)) forgetFinished(FINISHED);
}

/** @param {number} most that stay */
function forgetFinished(most) {
  const finished = readMatches().filter(([, each]) => each.over || each.gone);
  finished.sort(([, a], [, b]) => b.taken - a.taken);
  for (const [match] of finished.slice(most)) write(KEY + match, undefined);
}

/** What an earlier version stored: all matches under one name, the newest last. */
function migrateOldSeats() {
  const seats = Object.entries(/** @type {Record<string, StoredSeat[]>} */ (read("seats", {})));
  const invitations = /** @type {Record<string, string>} */ (read("invitations", {}));
  const over = /** @type {string[]} */ (read("over", []));
  seats.forEach(([match, held], at) => {
    const more = { friend: held.length === 1, invitation: invitations[match], over: over.includes(match) };
    if (!readMatch(match)) write(KEY + match, { seats: held, taken: at, ...more });
  });
  for (const old of ["seats", "invitations", "over"]) if (seats.length) write(old, undefined);
}

migrateOldSeats();

/** The seats of this browser at a match. @param {string} match @returns {StoredSeat[]} */
export function getSeats(match) {
  return readMatch(match)?.seats ?? [];
}

/** Keep a seat. Where there is no room, matches that are over make some.
 * @param {Seat} seat @param {boolean} [friend] whether a friend plays too */
export function saveSeat({ match, side, secret }, friend = true) {
  const before = readMatch(match) ?? { seats: [], taken: Date.now(), friend };
  const stored = { ...before, seats: [...before.seats.filter((each) => each.side !== side), { side, secret }] };
  if (write(KEY + match, stored)) return;
  forgetFinished(0);
  write(KEY + match, stored);
}

/** The address that takes our seats to another device; nothing where we have none. The secrets stand behind the #,
 * which no browser sends. @param {string} match @returns {string | undefined} */
export function linkToSeat(match) {
  const seats = getSeats(match).map(({ side, secret }) => `seat=${side}.${secret}`);
  return seats.length ? `${location.origin}/m/${match}#${seats.join("&")}` : undefined;
}

/** Whether the address hands over a seat. */
export function hasSeatInAddress() {
  return new URLSearchParams(location.hash.slice(1)).has("seat");
}

/** Take the seats that the address hands over, if it does. The address bar forgets them before anything else is done.
 * @param {string} match @returns {Promise<string>} why they are not ours now, as a sentence; or nothing */
export async function takeSeatFromAddress(match) {
  if (!hasSeatInAddress()) return "";
  const given = new URLSearchParams(location.hash.slice(1)).getAll("seat").map((text) => SEAT.exec(text));
  history.replaceState(null, "", location.pathname + location.search);
  const taken = given.map((found) => ({ match, side: /** @type {SideName} */ (found?.[1]), secret: found?.[2] ?? "" }));
  if (!given.every(Boolean)) return "This link to a seat is incomplete. Copy it again on your other device.";
  const held = getSeats(match).map(({ side }) => side);
  if (held.length && taken.some(({ side }) => !held.includes(side)))
    return "You have the other seat at this match already. Open that link on another device.";
  const refused = await Promise.all(taken.map(explainNoSeat));
  taken.forEach((seat, at) => !refused[at] && saveSeat(seat));
  return refused.find(Boolean) ?? "";
}

/** Why this is no seat, or nothing. Where nobody answers, it is one as long as it takes no other one's place.
 * @param {Seat} seat @returns {Promise<string>} */
async function explainNoSeat({ match, side, secret }) {
  try {
    const { you } = /** @type {StateMessage} */ (await ask(`/api/matches/${match}`, { since: NO_TURNS }, secret));
    return you?.includes(side) ? "" : "This link opens no seat here. Copy it again on your other device; you can watch.";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return getSeats(match).some((each) => each.side === side) ? error.message : "";
  }
}

/** Where to begin (nothing is the start), and against whom: `explore` is both sides oneself with the values at hand. `side` is ours.
 * @typedef {{game: string, options?: string, position?: string, opponent?: string, side?: SideName}} Beginning */

let isStarting = false; // however often and wherever it is tapped, one match is begun
addEventListener("pageshow", () => (isStarting = false));

/** Begin a match, keep its seats, and go there; what is refused is said in `problem`. A second call while the first is
 * on its way does nothing. @param {NewMatch} wanted @param {(starting: boolean) => void} showBusy
 * @param {HTMLElement} problem @returns {Promise<boolean>} whether it was refused */
export async function beginMatch(wanted, showBusy, problem) {
  if (isStarting) return false;
  isStarting = true;
  setText(problem, "");
  showBusy(true);
  try {
    const begun = /** @type {Begun} */ (await tell("/api/matches", wanted));
    begun.seats.forEach((seat) => saveSeat(seat, Boolean(begun.invitation)));
    if (begun.invitation) updateMatch(begun.match, { invitation: begun.invitation });
    location.assign(`/m/${begun.match}`);
    return false;
  } catch (error) {
    isStarting = false;
    showBusy(false);
    setText(problem, asSentence(errorText(error)));
    return true;
  }
}

/** Let a button begin a match at once: it is busy until the match opens, and what is refused is said in `problem`.
 * @param {HTMLButtonElement} button @param {() => Beginning | undefined} choose where to begin when it is pressed
 * @param {HTMLElement} problem */
export function playOnClick(button, choose, problem) {
  const words = button.textContent ?? "";
  const setBusy = (/** @type {boolean} */ busy) => {
    button.disabled = busy;
    button.ariaBusy = String(busy);
    setText(button, busy ? "Starting…" : words);
  };
  button.addEventListener("click", async () => {
    const from = choose();
    if (!from || button.ariaDisabled === "true") return;
    const { game, options, position, opponent = "explore", side } = from;
    const name = opponent === "explore" ? "" : read("name", "");
    if (!(await beginMatch({ game, options, position, opponent, side, name }, setBusy, problem))) return;
    announce(problem.textContent ?? "");
    button.focus();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false)); // back from the match
}
