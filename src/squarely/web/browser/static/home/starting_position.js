import { describeBoard, drawBoard } from "/static/review/board_picture.js";
import { find, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText } from "../site/api.js";
import { SIDES } from "../site/sides.js";

/** @import {GameFacts, Shown} from "../protocol/messages" */

/** Whoever comes to play on from a position sees it first of all, and can begin there at once.
 * @param {URLSearchParams} query of the address */
export function showStartingPosition(query) {
  const [game = "", position = "", options = ""] = ["game", "position", "options"].map((name) => query.get(name) ?? "");
  if (!game || !position) return;
  const [form, field] = [find("new", HTMLFormElement), find("position", HTMLInputElement)];
  mirrorForm();
  show(game, position, options);
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "game") swapGreeting(false); // it was of another game
    mirrorForm();
  });
  field.addEventListener("change", () => {
    if (new FormData(form).get("game") === game) show(game, field.value.trim(), options);
  });
  const seen = new MutationObserver(mirrorForm);
  seen.observe(find("start", HTMLElement), { attributes: true });
  seen.observe(find("problem", HTMLElement), { childList: true });
}

/** The position takes the place of the greeting, or gives it back. @param {boolean} taken */
function swapGreeting(taken) {
  find("from", HTMLElement).hidden = !taken;
  find("greeting", HTMLElement).hidden = taken;
}

/** Say beside the position what is chosen below, what goes wrong there, and whether it is starting already. */
function mirrorForm() {
  const chosen = document.querySelector("input[name=opponent]:checked")?.parentElement;
  const words = [...(chosen?.querySelectorAll("b, span") ?? [])].map((each) => each.textContent);
  setText(find("from-opponent", HTMLElement), words.join(": "));
  const [below, begin] = [find("start", HTMLButtonElement), find("from-start", HTMLButtonElement)];
  begin.disabled = below.disabled;
  setText(begin, below.ariaBusy === "true" ? (below.textContent ?? "") : "Start from here");
  setText(find("from-problem", HTMLElement), find("problem", HTMLElement).textContent ?? "");
}

/** @param {string} game @param {string} position @param {string} options */
async function show(game, position, options) {
  swapGreeting(position !== "");
  if (!position) return;
  try {
    /** @type {[GameFacts, Shown]} */
    const [{ title, sides }, shown] = await Promise.all([
      ask(`/api/games/${game}`, { options }),
      ask(`/api/games/${game}/position`, { position, options }),
    ]);
    const mover = sides[SIDES.indexOf(shown.mover)] ?? "";
    find("from-board", HTMLElement).replaceChildren(drawBoard(shown.board, { label: describeBoard(shown.board) }));
    setText(find("from-title", HTMLElement), `${title} (${game}) from this position`);
    const held = shown.holdings.map((each, at) => each && `${sides[at]}: ${each}.`);
    setText(find("from-mover", HTMLElement), [`${mover} is to move.`, ...held].filter(Boolean).join(" "));
    setText(find("from-line", HTMLElement), shown.position);
    find("from-start", HTMLElement).hidden = false;
  } catch (error) {
    setText(find("from-title", HTMLElement), "There is no such position");
    setText(find("from-mover", HTMLElement), asSentence(errorText(error)));
    find("from-start", HTMLElement).hidden = true;
  }
}
