import { find, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { announce } from "../site/announce.js";
import { ask, errorText, noteIfSlow } from "../site/api.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {Hint} from "../protocol/messages" */
/** @import {MoveInput} from "../site/move_input.js" */

/** The button that gives a hint for the move to be made, one step further each time. What it points at is lit.
 * @param {MatchState} match @param {MoveInput} moveInput */
export function createHints(match, moveInput) {
  const button = find("hint", HTMLButtonElement);
  const shown = find("hinted", HTMLElement);
  let step = 1;
  let shownAt = -1; // the turn that it is about

  button.addEventListener("click", async () => {
    const turn = match.now.turn;
    button.disabled = true;
    try {
      const path = `/api/matches/${match.id}/hint`;
      /** @type {Hint} */
      const { words, last, squares } = await noteIfSlow(ask(path, { step }), () => setText(shown, "Looking for a hint…"));
      if (turn !== match.now.turn) return;
      step = last ? step : step + 1;
      setText(shown, asSentence(words));
      moveInput.lit = squares;
      moveInput.show();
      button.textContent = last ? "Hint" : "Another hint";
    } catch (error) {
      setText(shown, errorText(error));
    }
    button.disabled = false;
    announce(shown.textContent ?? "");
  });

  return {
    show() {
      button.hidden = !match.isOurTurn;
      if (shownAt === match.now.turn) return;
      shownAt = match.now.turn;
      moveInput.lit = [];
      step = 1;
      button.textContent = "Hint";
      button.disabled = false;
      setText(shown, "");
    },
  };
}
