import { setText } from "/static/review/elements.js";

const TAB = "squarely:"; // what the name of a tab begins with that stores something for us
const FULL = "The storage of your browser is full";

/** What could not be stored where it should be, as that is closed to us or full. It is stored in the name of the
 * tab, which stays the same from page to page and over a reload: it lasts as long as the tab.
 * @type {Map<string, string>} */
const tab = readTab();

/** What was stored under a name, or `otherwise`.
 * @template T
 * @param {string} name @param {T} otherwise @param {"local" | "session"} [where]
 * @returns {T} */
export function read(name, otherwise, where = "local") {
  try {
    const stored = tab.get(name) ?? storage(where).getItem(`squarely.${name}`);
    return stored ? JSON.parse(stored) : otherwise;
  } catch {
    return otherwise; // closed, or written by somebody else
  }
}

/** Store a value under a name; nothing forgets it.
 * @param {string} name @param {unknown} value @param {"local" | "session"} [where]
 * @returns {boolean} whether it outlasts the tab */
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

/** Why what is stored here is gone when the tab is closed, or nothing.
 * @returns {string} */
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

/** @param {"local" | "session"} where */
function storage(where) {
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
