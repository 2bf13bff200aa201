const PAUSE = 350; // milliseconds between our move and the answer to it, so that both are seen
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** A short pause before an answer to our move is shown. What was received is known at once; it is only shown later. */
export class ReplyPause {
  #moved = -Infinity; // when our move was shown
  #timer = 0;

  /** Our move is seen from now on. */
  begin() {
    this.#moved = performance.now();
  }

  /** Whether something waits to be shown. */
  get isWaiting() {
    return this.#timer !== 0;
  }

  /** Show an answer when it is time. What waited before is not shown any more. @param {boolean} isAnswer @param {() => void} show */
  before(isAnswer, show) {
    const left = this.#moved + PAUSE - performance.now();
    const wait = (isAnswer || this.isWaiting) && !stillness.matches && !document.hidden ? left : 0;
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (wait <= 0) return show();
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      show();
    }, wait);
  }
}
