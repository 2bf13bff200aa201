/** What could not be kept in the browser's storage, where that is closed to us: it lasts as long as the page.
 * @type {Map<string, string>} */
const memory = new Map();

/** What was kept under a name, or `otherwise`.
 * @template T
 * @param {string} name @param {T} otherwise @param {"local" | "session"} [where]
 * @returns {T} */
export function read(name, otherwise, where = "local") {
  try {
    const kept = memory.get(name) ?? storage(where).getItem(`squarely.${name}`);
    return kept ? JSON.parse(kept) : otherwise;
  } catch {
    return otherwise; // closed, or written by somebody else
  }
}

/** Keep a value under a name; nothing forgets it.
 * @param {string} name @param {unknown} value @param {"local" | "session"} [where] */
export function write(name, value, where = "local") {
  try {
    if (value === undefined) storage(where).removeItem(`squarely.${name}`);
    else storage(where).setItem(`squarely.${name}`, JSON.stringify(value));
    memory.delete(name);
  } catch {
    if (value === undefined) memory.delete(name);
    else memory.set(name, JSON.stringify(value));
  }
}

/** @param {"local" | "session"} where */
function storage(where) {
  return where === "local" ? localStorage : sessionStorage;
}
