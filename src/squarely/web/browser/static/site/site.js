// What every page uses: its elements, asking the server, and what this browser stores.
/** @import {SideName} from "../protocol/messages" */

const TOGETHER = 50; // milliseconds in which several announcements become one, so that none drowns another
const SLOW = 300; // milliseconds after which somebody wonders
const TAB = "squarely:"; // what the name of a tab begins with that stores something for us
const FULL = "The storage of your browser is full";

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

/** @type {string[]} */ let waiting = [];

/** Tell whoever does not see the page. Everything goes through one polite region. @param {string} text */
export function announce(text) {
  if (!waiting.length) setTimeout(speak, TOGETHER);
  waiting.push(text);
}

function speak() {
  const region = find("announced");
  const text = waiting.join(" ");
  waiting = [];
  // Said twice in a row it would not be heard a second time: the no-break space makes it new.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
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

/** What one part of the rules says, such as Moving, as a paragraph; nothing where there is no such part.
 * @param {string} rules @param {string} part @returns {string} */
export function readPart(rules, part) {
  const parts = rules.split(/\n(?=\w+(?: \w+)?\.\s)/);
  const found = parts.find((each) => each.startsWith(`${part}.`)) ?? "";
  return found.slice(part.length + 1).split(/\s+/).join(" ").trim();
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
  const headers = secret ? { Authorization: `Bearer ${secret}` } : undefined;
  return fetchJson(given.length ? `${path}?${written}` : path, { headers });
}

/** Tell the server something, with the secret of a seat where one is needed. @template T @param {string} path
 * @param {object} body @param {string} [secret] @returns {Promise<T>} */
export function tell(path, body, secret) {
  /** @type {Record<string, string>} */ const headers = { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  return fetchJson(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function fetchJson(/** @type {string} */ path, /** @type {RequestInit} */ request) {
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal("The server cannot be reached. Is the network up?", 0);
  });
  const body = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
  if (!answer.ok) throw new Refusal(body.error ?? `The server answered ${answer.status}.`, answer.status);
  return body;
}

/** Wait for something, and show what is being done if it takes longer than anybody would not notice. @template T
 * @param {Promise<T>} work @param {() => void} show @returns {Promise<T>} */
export async function noteIfSlow(work, show) {
  const timer = setTimeout(show, SLOW);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** What went wrong, as a sentence for a person. @param {unknown} error @returns {string} */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/** What could not be stored where it should be, as that is closed to us or full. It is stored in the name of the tab,
 * which stays the same from page to page and over a reload: it lasts as long as the tab. @type {Map<string, string>} */
const tab = readTab();

/** What was stored under a name, or `otherwise`. @template T @param {string} name @param {T} otherwise
 * @param {"local" | "session"} [where] @returns {T} */
export function read(name, otherwise, where = "local") {
  try {
    const stored = tab.get(name) ?? storage(where).getItem(`squarely.${name}`);
    return stored ? JSON.parse(stored) : otherwise;
  } catch {
    return otherwise; // closed, or written by somebody else
  }
}

/** Store a value under a name; nothing forgets it. @param {string} name @param {unknown} value
 * @param {"local" | "session"} [where] @returns {boolean} whether it outlasts the tab */
export function write(name, value, where = "local") {
  let lasts = true;
  try {
    if (value === undefined) storage(where).removeItem(`squarely.${name}`);
    else storage(where).setItem(`squarely.${name}`, JSON.stringify(value));
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
  const why = explainFleeting();
  setText(here, why && `${why}. You can play all the same, in this tab: closing it gives up your seat.`);
  here.hidden = !why;
}

/** Why what is stored here is gone when the tab is closed, or nothing. @returns {string} */
function explainFleeting() {
  try {
    localStorage.setItem("squarely.tried", "yes");
    localStorage.removeItem("squarely.tried");
    return tab.size ? FULL : "";
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") return FULL;
    return "Your browser keeps nothing for this site, perhaps because cookies are blocked";
  }
}

function storage(/** @type {"local" | "session"} */ where) {
  return where === "local" ? localStorage : sessionStorage;
}

/** @returns {Map<string, string>} */
function readTab() {
  try {
    return new Map(window.name.startsWith(TAB) ? JSON.parse(window.name.slice(TAB.length)) : []);
  } catch {
    return new Map(); // named by somebody else
  }
}
