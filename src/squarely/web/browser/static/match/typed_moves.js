import { find } from "/static/review/elements.js";
import { read, write } from "../site/storage.js";

/** @import {MatchState} from "./match_state.js" */

/** Moves typed as the rulebook writes them, for those who like that: folded away until it is asked for, and remembered.
 * @param {MatchState} match @param {(words: string) => void} play */
export function createTypedMoves(match, play) {
  const fold = find("typing", HTMLDetailsElement);
  const words = find("words", HTMLInputElement);
  fold.open = read("typing", false);
  fold.addEventListener("toggle", () => write("typing", fold.open));
  find("typed", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (!words.value.trim()) return words.focus();
    play(words.value.trim());
    words.value = "";
  });
  return {
    /** @param {boolean} isBack whether an earlier position is looked at */
    show(isBack) {
      fold.hidden = Boolean(match.now.ending) || !match.you.length;
      words.disabled = isBack || !(match.isOurTurn || match.isSending); // whoever types the moves types on
      words.placeholder = match.now.legal[0] ? `such as ${match.now.legal[0].move}` : "";
    },
  };
}
