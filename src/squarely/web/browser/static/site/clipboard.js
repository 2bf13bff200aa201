import { make } from "/static/review/elements.js";
import { announce } from "./announce.js";

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
