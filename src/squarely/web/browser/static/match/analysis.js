// What each move is worth, on request, in a list and on the squares of the board; and hints.
import { announce, ask, asSentence, errorText, find, make, noteIfSlow, setText } from "../site/site.js";
import { BELIEVED, COUNTED, markBest, noteMove, SIGNS } from "../site/board.js";
import { match } from "./match_state.js";
import { input } from "./replay.js";

/** @import {Hint, MoveTruth, Truth} from "../protocol/messages" */

const wanted = find("truth", HTMLInputElement);
const list = find("truths");
const button = find("hint", HTMLButtonElement);
const hinted = find("hinted");
let askedAt = -1; // the turn that the truth was asked for
let step = 1; // of the hint
let hintedAt = -1; // the turn that the hint is about

export function showAnalysis() {
  const { truth, turn, ending } = match.now;
  find("analysis").hidden = !truth || Boolean(ending);
  resetHint();
  const isOpen = truth && wanted.checked && !ending;
  list.hidden = !isOpen;
  if (!isOpen || askedAt !== turn) input.noted = new Map();
  input.show();
  if (isOpen && askedAt !== turn) load(turn);
}

async function load(/** @type {number} */ turn) {
  askedAt = turn;
  try {
    const wait = () => list.replaceChildren(make("p", { className: "soft" }, "Working out the truth…"));
    /** @type {Truth} */ const truth = await noteIfSlow(ask(`/api/matches/${match.id}/truth`), wait);
    if (match.now.turn !== turn || truth.turn !== turn || !wanted.checked) return;
    match.isHelped = true;
    const moves = markBest(truth.moves);
    input.noted = new Map(moves.map((each) => [each.move, noteMove(each)]));
    input.show();
    const mover = match.now.mover ? match.player(match.now.mover).name : "nobody";
    const isBelieved = moves.some(({ kind }) => SIGNS[kind] === "~");
    setText(find("truth-says"), isBelieved ? "Show what is believed" : "Show the truth");
    const counted = isBelieved ? ` ${BELIEVED}` : moves.some(({ distance }) => (distance ?? 0) > 1) ? ` ${COUNTED}` : "";
    list.replaceChildren(
      make("p", {}, make("b", {}, asSentence(`For ${mover}: ${truth.words}`)), make("span", { className: "soft small" }, counted)),
      make("ul", {}, ...moves.map(listMove)),
    );
  } catch (error) {
    list.replaceChildren(make("p", {}, asSentence(errorText(error))));
  }
}

function listMove(/** @type {MoveTruth} */ { move, words, kind, best, note }) {
  const written = match.now.legal.find((each) => each.move === move)?.note || move;
  return make(
    "li",
    { className: kind },
    make("b", { title: move }, written),
    make("span", {}, `${SIGNS[kind]} ${words}`),
    make("span", { className: "soft" }, best ? `✓ ${note}` : note.endsWith("best") ? "" : note),
  );
}

/** A hint is for one move: with the next one it begins anew. */
function resetHint() {
  button.hidden = !match.isOurTurn;
  if (hintedAt === match.now.turn) return;
  hintedAt = match.now.turn;
  input.lit = [];
  step = 1;
  button.textContent = "Hint";
  button.disabled = false;
  setText(hinted, "");
}

wanted.addEventListener("change", () => {
  askedAt = -1;
  showAnalysis();
});
button.addEventListener("click", async () => {
  const turn = match.now.turn;
  button.disabled = true;
  try {
    const asked = /** @type {Promise<Hint>} */ (ask(`/api/matches/${match.id}/hint`, { step }));
    const { words, last, squares } = await noteIfSlow(asked, () => setText(hinted, "Looking for a hint…"));
    if (turn !== match.now.turn) return;
    match.isHelped = true;
    step = last ? step : step + 1;
    setText(hinted, asSentence(words));
    input.lit = squares;
    input.show();
    button.textContent = last ? "Hint" : "Another hint";
  } catch (error) {
    setText(hinted, errorText(error));
  }
  button.disabled = false;
  announce(hinted.textContent ?? "");
});
