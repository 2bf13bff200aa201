import { announce } from "./announce.js";
import { say } from "./elements.js";
import { SIDES } from "./words.js";

/** @import {Table} from "./table.js" */

const LAST = 10; // seconds that are announced

/** A clock beside whoever is to move. It counts from what the server said; the server decides.
 * @param {Table} table */
export function clock(table) {
  let deadline = 0;
  let announced = false;

  function tick() {
    if (!table.state) return;
    const { mover, clock: set } = table.now;
    const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
    for (const side of SIDES) {
      const shown = document.getElementById(`clock-${side}`);
      if (!shown) continue;
      const running = side === mover && set?.left != null;
      say(shown, !set ? "" : words(running ? left : set.seconds));
      shown.classList.toggle("soon", running && left <= LAST);
    }
    if (mover && set?.left != null && left <= LAST && left > 0 && !announced && table.ours) {
      announced = true;
      announce(`${left} seconds left.`);
    }
  }

  setInterval(tick, 250);
  return {
    /** Set it by what was just received. */
    set() {
      deadline = performance.now() + 1000 * (table.now.clock?.left ?? 0);
      if ((table.now.clock?.left ?? 0) > LAST) announced = false;
      tick();
    },
  };
}

/** @param {number} seconds */
function words(seconds) {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
