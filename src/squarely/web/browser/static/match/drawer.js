import { make, makeButton } from "/static/review/elements.js";

/** Open a drawer at the side of the page, the one of this name if there is one. It closes on Escape, on its button, and on
 * a click beside it.
 * @param {string} name @param {string} title @param {...(Node | string)} body
 * @returns {HTMLDialogElement} */
export function openDrawer(name, title, ...body) {
  document.getElementById(`${name}-drawer`)?.remove();
  const heading = make("h2", { id: `${name}-title` }, title);
  const dialog = make("dialog", { id: `${name}-drawer`, className: "drawer" });
  const close = makeButton("Close", () => dialog.close());
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(make("div", { className: "stack" }, make("div", { className: "drawer-head" }, heading, close), ...body));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
