import { announce } from "./announce.js";
import { Refusal, tell } from "./api.js";
import { button, find, make } from "./elements.js";
import { keep, seatsAt } from "./seats.js";
import { other } from "./words.js";

/** @import {Act, Seat, State} from "./messages" */
/** @import {Table} from "./table.js" */

/** What a panel can do. @typedef {object} Doing
 * @property {(act: Omit<Act, "turn">) => void} act
 * @property {(words: string) => void} problem */

/** What an offer is in words: by somebody else, on our own button once we have made it, and when it is declined. */
const WORDS = {
  draw: { theirs: "offers a draw", ours: "Draw offered", declined: "does not want a draw" },
  undo: { theirs: "asks to take back the last move", ours: "Asked to take back", declined: "wants the move to stand" },
  rematch: { theirs: "asks for a rematch", ours: "Asked for a rematch", declined: "does not want a rematch" },
};

/** Taking back, a draw, resigning and a rematch: asking for them and answering.
 * @param {Table} table @param {Doing} doing */
export function offers(table, doing) {
  const actions = find("actions", HTMLElement);
  const panel = find("offer", HTMLElement);
  const undo = keyed(
    "u",
    button("", () => doing.act(table.mustAsk ? { act: "offer", offer: "undo" } : { act: "undo" })),
  );
  const draw = keyed("d", button("", askForDraw));
  const resign = keyed(
    "r",
    button("Resign", async () => (await sure("Resign this match?", "Resign")) && doing.act({ act: "resign" })),
  );
  const rematch = keyed(
    "r",
    button("", () => (table.now.rematch ? follow() : doing.act({ act: "offer", offer: "rematch" })), "main"),
  );
  actions.append(undo, draw, resign, rematch);
  const answers = [
    button("Accept", () => doing.act({ act: "accept" }), "main"),
    button("Decline", () => doing.act({ act: "decline" })),
  ];
  const close = button("Close", () => present((answer = ""), []));
  let told = "";
  let answer = ""; // of the other side to what we have offered
  let going = false;

  async function askForDraw() {
    if (table.mustAsk || (await sure("End this match as a draw?", "End it")))
      doing.act({ act: "offer", offer: "draw" });
  }

  /** To the next match, with the seats swapped. */
  async function follow() {
    const next = table.now.rematch;
    if (!next || going) return;
    going = true;
    try {
      const seats = seatsAt(next).length ? [] : seatsAt(table.match);
      for (const { secret } of seats)
        keep(/** @type {Seat} */ (await tell(`/api/matches/${table.match}/rematch`, {}, secret)));
      location.assign(`/m/${next}`);
    } catch (error) {
      going = false;
      if (!(error instanceof Refusal)) throw error;
      doing.problem(error.message);
    }
  }

  return {
    /** @param {State} before how it stood */
    show(before) {
      const { ending, between_people, offer, rematch: next } = table.now;
      const playing = table.you.length > 0 && !ending;
      const asked = offer && !table.bothOurs && table.you.includes(offer.by) ? offer.kind : "";
      undo.textContent = asked === "undo" ? WORDS.undo.ours : table.mustAsk ? "Ask to take back" : "Take back";
      undo.hidden = !playing;
      undo.disabled = !table.line.some(({ side }) => table.you.includes(side)) || asked === "undo";
      draw.textContent = asked === "draw" ? WORDS.draw.ours : table.mustAsk ? "Offer a draw" : "Draw";
      draw.hidden = !playing || !between_people;
      draw.disabled = asked === "draw";
      resign.hidden = !playing;
      rematch.hidden = !ending || !(table.you.length || next);
      if (next) rematch.textContent = table.you.length ? "To the rematch" : "Watch the rematch";
      else rematch.textContent = asked ? WORDS.rematch.ours : table.mustAsk ? "Ask for a rematch" : "Rematch";
      rematch.disabled = !next && asked === "rematch";
      if (ending && !before.ending) find("sure", HTMLDialogElement).close("no"); // there is nothing left to be sure of
      const declined = offer || next || before.turn !== table.now.turn ? null : before.offer;
      if (declined && !table.bothOurs && table.you.includes(declined.by))
        answer = `${table.player(other(declined.by)).name} ${WORDS[declined.kind].declined}.`;
      else if (offer || before.turn !== table.now.turn) answer = "";
      if (offer && !asked) present(`${table.player(offer.by).name} ${WORDS[offer.kind].theirs}.`, table.you.length ? answers : []);
      else present(answer, [close]);
      if (next && !before.rematch && table.you.length) follow();
    },
  };

  /** What somebody else proposes or answers. It lies over the page, so that nothing moves.
   * @param {string} words @param {HTMLButtonElement[]} buttons */
  function present(words, buttons) {
    panel.hidden = !words;
    if (words === told) return;
    told = words;
    panel.replaceChildren(make("span", {}, words), ...buttons);
    if (words) announce(words);
  }
}

/** @param {string} key @param {HTMLButtonElement} button */
function keyed(key, button) {
  button.dataset.key = key;
  return button;
}

/** Ask once more. @param {string} question @param {string} yes @returns {Promise<boolean>} */
function sure(question, yes) {
  const dialog = find("sure", HTMLDialogElement);
  find("sure-title", HTMLElement).textContent = question;
  find("sure-yes", HTMLElement).textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
