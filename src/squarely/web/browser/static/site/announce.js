import { find } from "/static/review/elements.js";

const TOGETHER = 50; // milliseconds in which several announcements become one, so that none drowns another

/** @type {string[]} */
let waiting = [];

/** Tell whoever does not see the page. Everything goes through one polite region.
 * @param {string} text */
export function announce(text) {
  if (!waiting.length) setTimeout(speak, TOGETHER);
  waiting.push(text);
}

function speak() {
  const region = find("announced", HTMLElement);
  const text = waiting.join(" ");
  waiting = [];
  // Said twice in a row it would not be heard a second time: the no-break space makes it new.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
