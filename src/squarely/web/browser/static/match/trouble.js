import { find, make, makeButton } from "/static/review/elements.js";
import { announce } from "../site/announce.js";

const SLOW = 300; // milliseconds after which somebody wonders

/** What is wrong with the connection: in words, and when it is tried again, if it is.
 * @typedef {{words: string, retryAt?: number}} Trouble */

/** The place where trouble is said, calmly: what is wrong, what becomes of what we did, and when it is tried again.
 * @param {{tryNow: () => void, isMoveSeen: () => boolean}} actions `isMoveSeen`: the status says that our move is sent */
export function createTroublePanel({ tryNow, isMoveSeen }) {
  const panel = find("trouble", HTMLElement);
  const said = make("span");
  const retry = makeButton("Try now", tryNow, "small");
  /** @type {Trouble} */
  let trouble = { words: "" };
  let isSending = false;
  let slow = 0;
  panel.replaceChildren(said, " ", retry);

  function show() {
    const { words, retryAt } = trouble;
    const quiet = !isSending || isMoveSeen();
    const promise = words && isSending ? " What you did is kept, and sent then." : "";
    const seconds = retryAt ? Math.ceil((retryAt - Date.now()) / 1000) : 0;
    const when = !words || !retryAt ? "" : seconds > 0 ? ` Reconnecting in ${seconds} s…` : " Reconnecting…";
    const text = words ? words + promise : quiet ? "" : "Sending…";
    panel.hidden = !text;
    if (said.textContent !== text + when) said.textContent = text + when;
    retry.hidden = !words || !navigator.onLine; // without a network there is nothing to try
  }

  setInterval(() => trouble.retryAt && show(), 500);
  return {
    /** @param {Trouble} now no words: all is well */
    tell(now) {
      if (now.words && now.words !== trouble.words) announce(now.words); // once, not with every second
      trouble = now;
      show();
    },
    /** @param {boolean} sending whether something that we did waits to be acknowledged */
    setSending(sending) {
      clearTimeout(slow);
      isSending = sending;
      if (sending) slow = setTimeout(show, SLOW);
      else show();
    },
    show,
  };
}
