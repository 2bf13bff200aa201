import { announce, ask, asSentence, errorText, find, make, noteIfSlow, setText } from "../site/site.js";
import { COUNTED, markBest, noteMove, SIGNS } from "../site/board.js";

/** @import {MatchState} from "./match_state.js" */
/** @import {Hint, MoveTruth, Truth} from "../protocol/messages" */
/** @import {MoveInput} from "../site/board.js" */

/** What each move is worth, on request, in a list and on the squares of the board; and hints.
 * @param {MatchState} match @param {MoveInput} moveInput */
export function createAnalysis(match, moveInput) {
  const wanted = find("truth", HTMLInputElement);
  const list = find("truths");
  const showHint = createHints(match, moveInput);
  let askedAt = -1; // the turn that the truth was asked for

  wanted.addEventListener("change", () => {
    askedAt = -1;
    show();
  });

  function show() {
    const { truth, turn, ending } = match.now;
    find("analysis").hidden = !truth || Boolean(ending);
    showHint();
    const isOpen = truth && wanted.checked && !ending;
    list.hidden = !isOpen;
    if (!isOpen || askedAt !== turn) moveInput.noted = new Map();
    moveInput.show();
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
      moveInput.noted = new Map(moves.map((each) => [each.move, noteMove(each)]));
      moveInput.show();
      const mover = match.now.mover ? match.player(match.now.mover).name : "nobody";
      const counted = moves.some(({ distance }) => (distance ?? 0) > 1) ? ` ${COUNTED}` : "";
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
      make("span", { className: "soft" }, best ? "✓ best" : note === "best" ? "" : note),
    );
  }

  return {
    show,
    /** Show the truth from now on. */
    open() {
      wanted.checked = true;
      show();
    },
  };
}

/** The button that gives a hint for the move to be made, one step further each time. What it points at is lit.
 * @param {MatchState} match @param {MoveInput} moveInput @returns {() => void} */
function createHints(match, moveInput) {
  const button = find("hint", HTMLButtonElement);
  const shown = find("hinted");
  let step = 1;
  let shownAt = -1; // the turn that it is about

  button.addEventListener("click", async () => {
    const turn = match.now.turn;
    button.disabled = true;
    try {
      const asked = /** @type {Promise<Hint>} */ (ask(`/api/matches/${match.id}/hint`, { step }));
      const { words, last, squares } = await noteIfSlow(asked, () => setText(shown, "Looking for a hint…"));
      if (turn !== match.now.turn) return;
      match.isHelped = true;
      step = last ? step : step + 1;
      setText(shown, asSentence(words));
      moveInput.lit = squares;
      moveInput.show();
      button.textContent = last ? "Hint" : "Another hint";
    } catch (error) {
      setText(shown, errorText(error));
    }
    button.disabled = false;
    announce(shown.textContent ?? "");
  });

  return () => {
    button.hidden = !match.isOurTurn;
    if (shownAt === match.now.turn) return;
    shownAt = match.now.turn;
    moveInput.lit = [];
    step = 1;
    button.textContent = "Hint";
    button.disabled = false;
    setText(shown, "");
  };
}
