import { setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { announce } from "./announce.js";
import { errorText, tell } from "./api.js";
import { saveInvitation, saveSeat } from "./seats.js";
import { read } from "./storage.js";

/** @import {Begun, SideName} from "../protocol/messages" */

/** Where to begin (nothing is the start), and against whom: `explore` is both sides oneself with the values at hand. `side` is ours.
 * @typedef {{game: string, options?: string, position: string, opponent?: string, side?: SideName}} Beginning */

/** Begin a match from a position and go to it. It is refused with a Refusal that says why.
 * @param {Beginning} from */
export async function playFrom({ game, options = "", position, opponent = "explore", side = "first" }) {
  const name = opponent === "explore" ? "" : read("name", "");
  /** @type {Begun} */
  const begun = await tell("/api/matches", { game, options, position, opponent, side, name });
  begun.seats.forEach((seat) => saveSeat(seat, Boolean(begun.invitation)));
  if (begun.invitation) saveInvitation(begun.match, begun.invitation);
  location.assign(`/m/${begun.match}`);
}

/** Let a button begin a match at once: it is busy until the match opens, and what is refused is said in `problem`.
 * @param {HTMLButtonElement} button @param {() => Beginning | undefined} choose where to begin when it is pressed
 * @param {HTMLElement} problem */
export function playOnClick(button, choose, problem) {
  const words = button.textContent ?? "";
  /** @param {boolean} busy */
  const setBusy = (busy) => {
    button.disabled = busy;
    button.ariaBusy = String(busy);
    setText(button, busy ? "Starting…" : words);
  };
  button.addEventListener("click", async () => {
    const from = choose();
    if (!from || button.ariaDisabled === "true") return;
    setText(problem, "");
    setBusy(true);
    try {
      await playFrom(from);
    } catch (error) {
      setBusy(false);
      setText(problem, asSentence(errorText(error)));
      announce(problem.textContent ?? "");
      button.focus();
    }
  });
  addEventListener("pageshow", ({ persisted }) => persisted && setBusy(false)); // somebody has come back
}
