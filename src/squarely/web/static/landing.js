import { ask, sentence } from "./api.js";
import { find, make, say } from "./elements.js";
import { picture } from "./picture.js";
import { sentence as full, SIDES } from "./words.js";

/** @import {GameFacts, Shown} from "./messages" */

/** Whoever comes to play on from a position sees it first of all, and can begin there at once.
 * @param {URLSearchParams} query of the address */
export function showLanding(query) {
  const [game = "", position = "", options = ""] = ["game", "position", "options"].map((name) => query.get(name) ?? "");
  if (!game || !position) return;
  const [form, field] = [find("new", HTMLFormElement), find("position", HTMLInputElement)];
  follow();
  show(game, position, options);
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "game") take(false); // it was of another game
    follow();
  });
  field.addEventListener("change", () => {
    if (new FormData(form).get("game") === game) show(game, field.value.trim(), options);
  });
  const seen = new MutationObserver(follow);
  seen.observe(find("start", HTMLElement), { attributes: true });
  seen.observe(find("problem", HTMLElement), { childList: true });
}

/** The position takes the place of the greeting, or gives it back. @param {boolean} taken */
function take(taken) {
  find("from", HTMLElement).hidden = !taken;
  find("greeting", HTMLElement).hidden = taken;
}

/** Say beside the position what is chosen below, what goes wrong there, and whether it is starting already. */
function follow() {
  const chosen = document.querySelector("input[name=opponent]:checked")?.parentElement;
  const words = [...(chosen?.querySelectorAll("b, span") ?? [])].map((each) => each.textContent);
  say(find("from-opponent", HTMLElement), words.join(": "));
  const [below, begin] = [find("start", HTMLButtonElement), find("from-start", HTMLButtonElement)];
  begin.disabled = below.disabled;
  say(begin, below.ariaBusy === "true" ? (below.textContent ?? "") : "Start from here");
  say(find("from-problem", HTMLElement), find("problem", HTMLElement).textContent ?? "");
}

/** @param {string} game @param {string} position @param {string} options */
async function show(game, position, options) {
  take(position !== "");
  if (!position) return;
  try {
    /** @type {[GameFacts, Shown]} */
    const [{ title, sides }, shown] = await Promise.all([
      ask(`/api/games/${game}`, { options }),
      ask(`/api/games/${game}/position`, { position, options }),
    ]);
    const mover = sides[SIDES.indexOf(shown.mover)] ?? "";
    const pieces = shown.board.squares.filter(({ text }) => text).map(({ name, text }) => `${text} on ${name}`);
    find("from-board", HTMLElement).replaceChildren(
      shown.board.drawing
        ? make("pre", { className: "drawing" }, shown.board.drawing)
        : picture(shown.board, [], pieces.join(", ") || "An empty board"),
    );
    say(find("from-title", HTMLElement), `${title} (${game}) from this position`);
    const held = shown.holdings.map((each, at) => each && `${sides[at]}: ${each}.`);
    say(find("from-mover", HTMLElement), [`${mover} is to move.`, ...held].filter(Boolean).join(" "));
    say(find("from-line", HTMLElement), shown.position);
    find("from-start", HTMLElement).hidden = false;
  } catch (error) {
    say(find("from-title", HTMLElement), "There is no such position");
    say(find("from-mover", HTMLElement), full(sentence(error)));
    find("from-start", HTMLElement).hidden = true;
  }
}
