import { find, make, makeButton } from "/static/review/elements.js";
import { playOnClick } from "../site/play_from.js";
import { otherSide } from "../site/sides.js";

/** @import {MatchState} from "./match_state.js" */
/** @import {createReplay} from "./replay.js" */

/** The button that begins a match at once from the position that is looked at, under the same options: against the same
 * computer, at the same screen, or on both sides oneself.
 * @param {MatchState} match @param {ReturnType<typeof createReplay>} replay */
export function createPlayOn(match, replay) {
  const button = makeButton("Play on from here", () => undefined, "small");
  const refused = make("p", { className: "problem" });
  playOnClick(button, choose, refused);
  find("step-text", HTMLElement).before(button, refused);

  function choose() {
    const { game, options } = match.now;
    const position = replay.position?.position;
    return position === undefined ? undefined : { game, options, position, ...chooseOpponent() };
  }

  function chooseOpponent() {
    const [side = "first", ...more] = match.you;
    if (more.length) return { side, opponent: match.now.between_people ? "here" : "explore" };
    const { player } = match.player(otherSide(side));
    return { side, opponent: match.you.length && player !== "person" ? player : "explore" };
  }

  return {
    /** It is there where it leads elsewhere than playing on: at an earlier position, or after an end that is not the rules'. */
    show() {
      const { ending } = match.now;
      button.hidden = !replay.back && !(ending && !ending.closing);
    },
  };
}
