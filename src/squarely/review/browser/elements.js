/** The element with this id, of the kind that is expected.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T} */
export function find(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} with the id ${id}`);
  return found;
}

/** Make a new element. What is given as text is shown as text, whatever it contains.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Partial<HTMLElementTagNameMap[T]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]} */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Make a button with these words that does this.
 * @param {string} words
 * @param {() => void} act
 * @param {string} [look]
 * @returns {HTMLButtonElement} */
export function makeButton(words, act, look = "") {
  return make("button", { type: "button", className: look, onclick: act }, words);
}

/** Write this text here, or nothing. Text that is there already is left alone, so that nobody hears it twice.
 * @param {Element} element
 * @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
