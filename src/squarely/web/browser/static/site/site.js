// What every page uses: its elements, the server, what this browser stores, and the matches among that.
/** @import {Begun, MatchSummary, NewMatch, Seat, SideName} from "../protocol/messages" */

const TOGETHER = 50; // milliseconds in which several announcements become one, so that none drowns another
const SLOW = 300; // milliseconds after which somebody wonders
const TAB = "squarely:"; // what the name of a tab begins with that stores something for us
const FULL = "The storage of your browser is full";
const KEY = "match."; // what is stored of a match: this and its name
const FINISHED = 200; // matches to remember after their end; those that go on are never forgotten

/** @type {SideName[]} */ export const SIDES = ["first", "second"];

/** @param {SideName} side @returns {SideName} */
export function otherSide(side) {
  return side === "first" ? "second" : "first";
}

/** The element with this id, of the kind that is expected. @template {Element} [T=HTMLElement] @param {string} id
 * @param {new () => T} [kind] @returns {T} */
export function find(id, kind = /** @type {new () => any} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the id ${id}`);
  return found;
}

/** Make a new element. What is given as text is shown as text, whatever it contains.
 * @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Partial<HTMLElementTagNameMap[T]>} [properties]
 * @param {...(Node | string)} children @returns {HTMLElementTagNameMap[T]} */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Make a button with these words that does this. @param {string} words @param {() => void} act @param {string} [look]
 * @returns {HTMLButtonElement} */
export function makeButton(words, act, look = "") {
  return make("button", { type: "button", className: look, onclick: act }, words);
}

/** Write this text here, or nothing. Text that is there already is left alone, so that nobody hears it twice.
 * @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Words as a sentence: a capital first, a full stop last. @param {string} words @returns {string} */
export function asSentence(words) {
  const text = words.trim();
  if (!text) return "";
  return `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?…:]$/.test(text) ? "" : "."}`;
}

/** So many of them: `1 move`, `2 moves`. @param {number} count @param {string} noun @returns {string} */
export function pluralize(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What the page came with, so that it need not be asked for; nothing where it came without. @template T
 * @param {string} id @returns {T | undefined} */
export function readFirst(id) {
  const held = document.getElementById(id);
  return held ? JSON.parse(held.textContent ?? "") : undefined;
}

/** @type {string[]} */ const waiting = [];

/** Tell whoever does not see the page. Everything goes through one polite region. @param {string} text */
export function announce(text) {
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const region = find("announced");
    const said = waiting.splice(0).join(" ");
    // Said twice in a row it would not be heard a second time: the no-break space makes it new.
    region.textContent = region.textContent === said ? `${said}\u00a0` : said;
  }, TOGETHER);
}

/** Copy words when a button is pressed, and say so on it for a moment.
 * @param {HTMLButtonElement} button @param {() => string} words */
export function copyOnClick(button, words) {
  const before = button.textContent;
  button.addEventListener("click", async () => {
    const copied = await copy(words());
    button.textContent = copied ? "Copied" : "Please copy it by hand";
    announce(button.textContent);
    setTimeout(() => (button.textContent = before), 2000);
  });
}

/** @param {string} words @returns {Promise<boolean>} */
async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // Plain http to another machine has no clipboard: the old way still works there.
    const field = make("textarea", { value: words, className: "unseen" });
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}

/** The rules of a game as its file has them, ready to be read: `Goal.    Be the first …` becomes a term and its text.
 * @param {string} rules */
export function formatRules(rules) {
  const [, ...parts] = rules.split(/\n+(?![\n ])/); // the title stands above already; what is indented goes on
  const entries = parts.filter((part) => part.trim()).flatMap((part) => {
    const [, term, text = part] = /^(\w+(?: \w+)?)\.\s+(.+)$/s.exec(part) ?? [];
    const said = make("dd", {}, text.replaceAll(/\s+/g, " ").trim());
    return [make("dt", { className: term ? "" : "unseen" }, term ?? "Also"), said];
  });
  return make("dl", { className: "rules" }, ...entries);
}

/** What one part of the rules says, such as Moving; nothing where there is no such part.
 * @param {string} rules @param {string} part */
export function readPart(rules, part) {
  const term = [...formatRules(rules).querySelectorAll("dt")].find((each) => each.textContent === part);
  return term?.nextElementSibling?.textContent ?? "";
}

/** What the server would not do, in its own words; the status is 0 where it did not answer. */
export class Refusal extends Error {
  constructor(/** @type {string} */ message, /** @type {number} */ status) {
    super(message);
    this.status = status;
  }
}

/** Ask the server for something, with the secret of a seat where that makes a difference. @template T
 * @param {string} path @param {Record<string, string | number>} [query] what is empty is left out
 * @param {string} [secret] @returns {Promise<T>} */
export function ask(path, query = {}, secret) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return fetchJson(given.length ? `${path}?${written}` : path, {}, secret);
}

/** Tell the server something, with the secret of a seat where one is needed. @template T @param {string} path
 * @param {object} body @param {string} [secret] @returns {Promise<T>} */
export function tell(path, body, secret) {
  return fetchJson(path, { method: "POST", body: JSON.stringify(body) }, secret);
}

/** @param {string} path @param {RequestInit} request @param {string} [secret] */
async function fetchJson(path, request, secret) {
  const headers = new Headers(request.body ? { "Content-Type": "application/json" } : {});
  if (secret) headers.set("Authorization", `Bearer ${secret}`);
  const answer = await fetch(path, { ...request, headers }).catch(() => {
    throw new Refusal("The server cannot be reached. Is the network up?", 0);
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(body.error ?? `The server answered ${answer.status}.`, answer.status);
  return body;
}

/** Wait for something, and show what is being done if it takes longer than anybody would not notice. @template T
 * @param {Promise<T>} work @param {() => void} show @returns {Promise<T>} */
export function noteIfSlow(work, show) {
  const timer = setTimeout(show, SLOW);
  return work.finally(() => clearTimeout(timer));
}

/** What went wrong, as a sentence for a person. @param {unknown} error @returns {string} */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** What could not be stored where it should be, as that is closed to us or full. It is stored in the name of the tab,
 * which stays the same from page to page and over a reload: it lasts as long as the tab. @type {Map<string, string>} */
const tab = readTab();

/** What was stored under a name, or `otherwise`. @template T @param {string} name @param {T} otherwise
 * @param {"localStorage" | "sessionStorage"} [where] @returns {T} */
export function read(name, otherwise, where = "localStorage") {
  try {
    const stored = tab.get(name) ?? window[where].getItem(`squarely.${name}`);
    return stored ? JSON.parse(stored) : otherwise;
  } catch {
    return otherwise; // closed, or written by somebody else
  }
}

/** Store a value under a name; nothing forgets it. @param {string} name @param {unknown} value
 * @param {"localStorage" | "sessionStorage"} [where] @returns {boolean} whether it outlasts the tab */
export function write(name, value, where = "localStorage") {
  let lasts = true;
  try {
    if (value === undefined) window[where].removeItem(`squarely.${name}`);
    else window[where].setItem(`squarely.${name}`, JSON.stringify(value));
    tab.delete(name);
  } catch {
    lasts = false;
    if (value === undefined) tab.delete(name);
    else tab.set(name, JSON.stringify(value));
  }
  if (tab.size || window.name.startsWith(TAB)) window.name = tab.size ? TAB + JSON.stringify([...tab]) : "";
  return lasts;
}

/** Every name that begins like this under which something is stored, without that beginning.
 * @param {string} beginning @returns {string[]} */
export function listNames(beginning) {
  const found = [...tab.keys()].filter((name) => name.startsWith(beginning));
  try {
    const stored = Object.keys(localStorage).filter((name) => name.startsWith(`squarely.${beginning}`));
    found.push(...stored.map((name) => name.slice("squarely.".length)));
  } catch {
    // closed: there is nothing else
  }
  return [...new Set(found)].map((name) => name.slice(beginning.length));
}

/** Warn here where a seat is stored no longer than the tab is open; before a match, and in one that we sit at.
 * @param {HTMLElement} here */
export function warnIfFleeting(here) {
  let why = tab.size ? FULL : "";
  try {
    localStorage.setItem("squarely.tried", "yes");
    localStorage.removeItem("squarely.tried");
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    why = isFull ? FULL : "Your browser keeps nothing for this site, perhaps because cookies are blocked";
  }
  setText(here, why && `${why}. You can play all the same, in this tab: closing it gives up your seat.`);
  here.hidden = !why;
}

/** @returns {Map<string, string>} */
function readTab() {
  try {
    return new Map(window.name.startsWith(TAB) ? JSON.parse(window.name.slice(TAB.length)) : []);
  } catch {
    return new Map(); // named by somebody else
  }
}

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
