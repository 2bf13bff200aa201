import { find } from "/static/review/elements.js";
import { read, write } from "../site/storage.js";

/** Single keys press the button that carries them. They can be switched off, and are while somebody types.
 * @param {() => void} focusBoard */
export function listenForShortcuts(focusBoard) {
  const dialog = find("shortcuts", HTMLDialogElement);
  const on = find("shortcuts-on", HTMLInputElement);
  on.checked = read("shortcuts", true);
  on.addEventListener("change", () => write("shortcuts", on.checked));
  find("keys", HTMLElement).addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (!on.checked || event.altKey || event.ctrlKey || event.metaKey || event.repeat || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") dialog.showModal();
    else if (event.key === "b") focusBoard();
    else if (!press(event.key)) return;
    event.preventDefault();
  });
}

/** Press what carries a key, if it is there. @param {string} key @returns {boolean} */
function press(key) {
  const carriers = [...document.querySelectorAll("[data-key]")];
  const found = carriers.find((each) => each instanceof HTMLElement && each.dataset.key === key && each.offsetParent);
  if (found instanceof HTMLElement) found.click();
  return Boolean(found);
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}
