import { announce, ask, asSentence, errorText, find, make, noteIfSlow, setText } from "../site/site.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {Hint, MoveTruth, PositionTruth, Truth} from "../protocol/messages" */
/** @import {Note} from "../site/board_view.js" */
/** @import {MoveInput} from "../site/move_input.js" */

/** Said once beside values that tell how far off the end is. */
export const COUNTED = "Numbers of moves count both sides.";

/** How it ends for whoever moves, as a sign: colour alone tells nobody. */
export const SIGNS = { wins: "▲", loses: "▼", ties: "=", endless: "∞" };

/** What a move is worth, so short that it fits the corner of a square: `+5` in points, `▲3` in moves, `▲∞` by
 * repetition, `=`, `∞`. @param {Pick<MoveTruth, "kind" | "distance" | "margin">} truth @returns {string} */
function writeShort({ kind, distance, margin }) {
  if (margin) return `${kind === "loses" ? "−" : "+"}${margin}`;
  return kind === "ties" || kind === "endless" ? SIGNS[kind] : `${SIGNS[kind]}${distance ?? SIGNS.endless}`;
}

/** What is noted about a move: in words, in short, as a look. @param {MoveTruth} truth @returns {Note} */
export function noteMove(truth) {
  const words = truth.best ? `${truth.words}, best` : truth.words;
  return { words, short: writeShort(truth), look: truth.kind, best: truth.best };
}

/** The moves with those marked that are best; none is where all are alike.
 * @param {MoveTruth[]} moves @returns {MoveTruth[]} */
function markBest(moves) {
  return moves.every((each) => each.best) ? moves.map((each) => ({ ...each, best: false })) : moves;
}

/** What is noted on each square that a move goes to: the best of those that do.
 * @param {MoveTruth[]} moves the best first @returns {Map<number, Note>} */
export function noteMoves(moves) {
  /** @type {Map<number, Note>} */ const notes = new Map();
  for (const move of markBest(moves)) {
    const square = move.squares.at(-1);
    if (square !== undefined && !notes.has(square)) notes.set(square, noteMove(move));
  }
  return notes;
}

/** How much there is to choose, as a sentence: how many of the moves keep the result.
 * @param {Pick<PositionTruth, "kind" | "moves">} truth @returns {string} */
export function describeChoice({ kind, moves }) {
  const count = moves.length;
  const keeping = moves.filter((each) => each.kind === kind).length;
  if (count === 1) return "There is only one move.";
  const all = count === 2 ? "Both" : `All ${count}`;
  if (kind === "loses") return `${all} moves lose.`;
  const does = { wins: "win", ties: "keep the tie", endless: "keep it open" }[kind];
  if (keeping === count) return `${all} moves ${does}.`;
  const does1 = { wins: "wins", ties: "keeps the tie", endless: "keeps it open" }[kind];
  return keeping === 1 ? `Only one of the ${count} moves ${does1}.` : `${keeping} of the ${count} moves ${does}.`;
}

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
    if (!isOpen) moveInput.noteMove = undefined;
    if (isOpen && askedAt !== turn) load(turn);
    else moveInput.show();
  }

  async function load(/** @type {number} */ turn) {
    askedAt = turn;
    moveInput.noteMove = undefined;
    moveInput.show();
    try {
      const wait = () => list.replaceChildren(make("p", { className: "soft" }, "Working out the truth…"));
      /** @type {Truth} */ const truth = await noteIfSlow(ask(`/api/matches/${match.id}/truth`), wait);
      if (match.now.turn !== turn || truth.turn !== turn || !wanted.checked) return;
      match.isHelped = true;
      const moves = markBest(truth.moves);
      const ranked = new Map(moves.map((each, rank) => [each.move, { ...noteMove(each), rank }]));
      moveInput.noteMove = ({ move }) => ranked.get(move);
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
