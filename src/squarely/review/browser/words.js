/** Words as a sentence: a capital first, a full stop last.
 * @param {string} words @returns {string} */
export function asSentence(words) {
  const text = words.trim();
  if (!text) return "";
  return `${text[0]?.toUpperCase()}${text.slice(1)}${/[.!?…:]$/.test(text) ? "" : "."}`;
}

/** So many of them: `1 move`, `2 moves`.
 * @param {number} count @param {string} noun @returns {string} */
export function pluralize(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
