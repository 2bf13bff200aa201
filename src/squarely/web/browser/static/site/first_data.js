/** What the page came with, so that it need not be asked for; nothing where it came without.
 * @template T
 * @param {string} id
 * @returns {T | undefined} */
export function readFirst(id) {
  const held = document.getElementById(id);
  return held ? JSON.parse(held.textContent ?? "") : undefined;
}
