import { drawBoard } from "/static/review/board_picture.js";
import { make } from "/static/review/elements.js";

/** @import {GameFacts} from "../protocol/messages" */

/** A game to play: one tap begins, another one leads to everything else.
 * @param {GameFacts} game
 * @param {{play: (game: GameFacts, button: HTMLButtonElement) => void, more: (game: GameFacts) => void}} does
 * @returns {HTMLElement} */
export function makeGameCard(game, { play, more }) {
  const begins = make(
    "button",
    { type: "button", className: "play" },
    make("span", { className: "band" }, drawBoard(game.picture)),
    make("span", { className: "words" }, make("b", {}, game.title), " ", make("span", {}, game.subtitle)),
    " ",
    make("span", { className: "go" }, "Play"),
    make("span", { className: "unseen" }, " against the computer"),
  );
  begins.addEventListener("click", () => play(game, begins));
  const leads = make("button", { type: "button", className: "more plain small", title: "Friend, level, options" }, "More");
  leads.ariaLabel = `More ways to play ${game.title}: ${game.subtitle}`;
  leads.addEventListener("click", () => more(game));
  return make("li", { className: "game" }, begins, leads);
}

/** A game to choose for a match that is set up.
 * @param {GameFacts} game @returns {HTMLElement} */
export function makeGameChoice(game) {
  return make(
    "label",
    { title: `${game.title}: ${game.subtitle}` },
    make("input", { type: "radio", name: "game", value: game.game }),
    drawBoard(game.picture),
    make("span", { className: "unseen" }, `${game.title}: ${game.subtitle}`),
  );
}
