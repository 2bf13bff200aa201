import { find, setText } from "./elements.js";
import { asSentence } from "./words.js";

/** What is said about a position: the move that led to it, what it is worth, and why.
 * @typedef {{said: string, stands: string, because: string}} Step */

/** Steps through the positions of a match, by four buttons, the arrow keys, the dots of the chart and everything that
 * carries the number of a step; and says of each position what there is to say. */
export class Stepper {
  /** @param {(at: number, asked: boolean) => void} show what else belongs to a step, as its board; `asked` if somebody
   * went there */
  constructor(show) {
    this.show = show;
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    /** @type {Record<string, () => number>} */
    const ways = { "to-start": () => 0, back: () => this.at - 1, on: () => this.at + 1, "to-end": () => this.last };
    for (const [id, lead] of Object.entries(ways)) find(id, HTMLElement).addEventListener("click", () => this.go(lead()));
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("click", (event) => this.onClick(event));
  }

  get last() {
    return this.steps.length - 1;
  }

  /** From now on these are the steps; none, and nobody steps.
   * @param {Step[]} steps @param {number} [at] where to begin */
  load(steps, at = Infinity) {
    this.steps = steps;
    this.go(at, false);
  }

  /** Show a step, or the nearest that there is. @param {number} step @param {boolean} [asked] */
  go(step, asked = true) {
    this.at = Math.min(Math.max(step, 0), this.last);
    const shown = this.steps[this.at];
    if (!shown) return;
    const lines = [shown.said, asSentence(shown.stands), shown.because];
    [...find("step-text", HTMLElement).children].forEach((line, number) => setText(line, lines[number] ?? ""));
    const dot = document.querySelector(`#dot-${this.at} circle`);
    const cursor = document.getElementById("cursor");
    for (const end of ["x1", "x2"]) cursor?.setAttribute(end, dot?.getAttribute("cx") ?? "0");
    for (const id of ["to-start", "back"]) find(id, HTMLElement).ariaDisabled = String(this.at === 0);
    for (const id of ["on", "to-end"]) find(id, HTMLElement).ariaDisabled = String(this.at === this.last);
    markMove(this.at);
    this.show(this.at, asked);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    const step = ways[event.key];
    if (step === undefined || !this.steps.length || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    this.go(step);
  }

  /** @param {Event} event */
  onClick(event) {
    const led = event.target instanceof Element && event.target.closest("[data-step], #chart [id^=dot-]");
    if (led) this.go(Number(led.getAttribute("data-step") ?? led.id.slice("dot-".length)));
  }
}

/** Mark the move that led to a step, and bring it into view. @param {number} step */
function markMove(step) {
  [...find("moves", HTMLElement).children].forEach((item, at) => {
    const isCurrent = at + 1 === step;
    if (isCurrent) item.firstElementChild?.setAttribute("aria-current", "step");
    else item.firstElementChild?.removeAttribute("aria-current");
    if (isCurrent && item instanceof HTMLElement) keepInView(item);
  });
}

/** Scroll what a list scrolls in, not the page. @param {HTMLElement} item */
function keepInView(item) {
  const scroll = item.closest(".scroll");
  if (!(scroll instanceof HTMLElement)) return;
  const top = item.offsetTop - scroll.offsetTop;
  if (top < scroll.scrollTop) scroll.scrollTop = top;
  else if (top + item.offsetHeight > scroll.scrollTop + scroll.clientHeight) {
    scroll.scrollTop = top + item.offsetHeight - scroll.clientHeight;
  }
}
