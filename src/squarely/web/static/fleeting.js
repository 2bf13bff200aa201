import { say } from "./elements.js";
import { fleeting } from "./store.js";

/** Say it here where a seat is kept no longer than the tab is open; before a match, and in one that we sit at.
 * @param {HTMLElement} here */
export function warn(here) {
  const why = fleeting();
  say(here, why && `${why}. You can play all the same, in this tab: closing it gives up your seat.`);
  here.hidden = !why;
}
