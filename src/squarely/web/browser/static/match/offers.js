import { find, make, makeButton } from "/static/review/elements.js";
import { announce } from "../site/announce.js";
import { Refusal, tell } from "../site/api.js";
import { getSeats, saveSeat } from "../site/seats.js";
import { otherSide } from "../site/sides.js";

/** @import {Act, Seat, State} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** What a panel can do. @typedef {object} Actions
 * @property {(act: Omit<Act, "turn">) => void} act
 * @property {(words: string) => void} showProblem */

/** What an offer is in words: by somebody else, on our own button once we have made it, and when it is declined. */
const WORDS = {
  draw: { theirs: "offers a draw", ours: "Draw offered", declined: "does not want a draw" },
  undo: { theirs: "asks to take back the last move", ours: "Asked to take back", declined: "wants the move to stand" },
  rematch: { theirs: "asks for a rematch", ours: "Asked for a rematch", declined: "does not want a rematch" },
};

/** Taking back, a draw, resigning and a rematch: asking for them and answering.
 * @param {MatchState} match @param {Actions} actions */
export function createOffers(match, actions) {
  const panel = find("offer", HTMLElement);
  const undo = withKey(
    "u",
    makeButton("", () => actions.act(match.mustAsk ? { act: "offer", offer: "undo" } : { act: "undo" })),
  );
  const draw = withKey("d", makeButton("", askForDraw));
  const resign = withKey(
    "r",
    makeButton("Resign", async () => (await confirm("Resign this match?", "Resign")) && actions.act({ act: "resign" })),
  );
  const rematch = withKey(
    "r",
    makeButton("", () => (match.now.rematch ? follow() : actions.act({ act: "offer", offer: "rematch" })), "main"),
  );
  find("actions", HTMLElement).append(undo, draw, resign, rematch);
  const answers = [
    makeButton("Accept", () => actions.act({ act: "accept" }), "main"),
    makeButton("Decline", () => actions.act({ act: "decline" })),
  ];
  const close = makeButton("Close", () => present((answer = ""), []));
  let shown = "";
  let answer = ""; // of the other side to what we have offered
  let going = false;

  async function askForDraw() {
    if (match.mustAsk || (await confirm("End this match as a draw?", "End it")))
      actions.act({ act: "offer", offer: "draw" });
  }

  /** To the next match, with the seats swapped. */
  async function follow() {
    const next = match.now.rematch;
    if (!next || going) return;
    going = true;
    try {
      const seats = getSeats(next).length ? [] : getSeats(match.id);
      for (const { secret } of seats)
        saveSeat(/** @type {Seat} */ (await tell(`/api/matches/${match.id}/rematch`, {}, secret)));
      location.assign(`/m/${next}`);
    } catch (error) {
      going = false;
      if (!(error instanceof Refusal)) throw error;
      actions.showProblem(error.message);
    }
  }

  return {
    /** @param {State} before how it stood */
    show(before) {
      const { ending, between_people, offer, rematch: next } = match.now;
      const playing = match.you.length > 0 && !ending;
      const asked = offer && !match.hasBothSeats && match.you.includes(offer.by) ? offer.kind : "";
      undo.textContent = asked === "undo" ? WORDS.undo.ours : match.mustAsk ? "Ask to take back" : "Take back";
      undo.hidden = !playing;
      undo.disabled = !match.moves.some(({ side }) => match.you.includes(side)) || asked === "undo";
      draw.textContent = asked === "draw" ? WORDS.draw.ours : match.mustAsk ? "Offer a draw" : "Draw";
      draw.hidden = !playing || !between_people;
      draw.disabled = asked === "draw";
      resign.hidden = !playing;
      rematch.hidden = !ending || !(match.you.length || next);
      if (next) rematch.textContent = match.you.length ? "To the rematch" : "Watch the rematch";
      else rematch.textContent = asked ? WORDS.rematch.ours : match.mustAsk ? "Ask for a rematch" : "Rematch";
      rematch.disabled = !next && asked === "rematch";
      if (ending && !before.ending) find("sure", HTMLDialogElement).close("no"); // there is nothing left to be sure of
      const declined = offer || next || before.turn !== match.now.turn ? null : before.offer;
      if (declined && !match.hasBothSeats && match.you.includes(declined.by))
        answer = `${match.player(otherSide(declined.by)).name} ${WORDS[declined.kind].declined}.`;
      else if (offer || before.turn !== match.now.turn) answer = "";
      if (offer && !asked) present(`${match.player(offer.by).name} ${WORDS[offer.kind].theirs}.`, match.you.length ? answers : []);
      else present(answer, [close]);
      if (next && !before.rematch && match.you.length) follow();
    },
  };

  /** What somebody else proposes or answers. It lies over the page, so that nothing moves.
   * @param {string} words @param {HTMLButtonElement[]} buttons */
  function present(words, buttons) {
    panel.hidden = !words;
    if (words === shown) return;
    shown = words;
    panel.replaceChildren(make("span", {}, words), ...buttons);
    if (words) announce(words);
  }
}

/** @param {string} key @param {HTMLButtonElement} button */
function withKey(key, button) {
  button.dataset.key = key;
  return button;
}

/** Ask once more. @param {string} question @param {string} yes @returns {Promise<boolean>} */
function confirm(question, yes) {
  const dialog = find("sure", HTMLDialogElement);
  find("sure-title", HTMLElement).textContent = question;
  find("sure-yes", HTMLElement).textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
