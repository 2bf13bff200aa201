import { setText } from "/static/review/elements.js";
import { announce } from "../site/announce.js";
import { SIDES } from "../site/sides.js";

/** @import {MatchState} from "./match_state.js" */

const LAST = 10; // seconds that are announced

/** A clock beside whoever is to move. It counts from what the server said; the server decides.
 * @param {MatchState} match */
export function createClock(match) {
  let deadline = 0;
  let announced = false;

  function tick() {
    if (!match.state) return;
    const { mover, offer, clock: set } = match.now;
    if (offer && offer.by === mover) deadline = performance.now() + 1000 * (set?.left ?? 0); // it stands still
    const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    for (const side of SIDES) {
      const shown = document.getElementById(`clock-${side}`);
      if (!shown) continue;
      const running = side === mover && set?.left != null;
      setText(shown, !set ? "" : formatSeconds(running ? left : set.seconds));
      shown.classList.toggle("soon", running && left <= LAST);
    }
    if (mover && set?.left != null && left <= LAST && left > 0 && !announced && match.isOurTurn) {
      announced = true;
      announce(`${left} seconds left.`);
    }
  }

  setInterval(tick, 250);
  return {
    /** Set it by what was just received. */
    set() {
      deadline = performance.now() + 1000 * (match.now.clock?.left ?? 0);
      if ((match.now.clock?.left ?? 0) > LAST) announced = false;
      tick();
    },
  };
}

/** @param {number} seconds */
function formatSeconds(seconds) {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
