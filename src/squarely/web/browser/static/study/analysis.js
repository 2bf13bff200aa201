import { find, make } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText, noteIfSlow } from "../site/api.js";
import { findMoved } from "../site/board_changes.js";
import { describeWay } from "../site/move_arrows.js";
import { createHints } from "./hints.js";
import { COUNTED, markBest, noteMove, SIGNS } from "./values.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {MoveTruth, Truth} from "../protocol/messages" */
/** @import {MoveInput} from "../site/move_input.js" */


/** What each move is worth, on request, in a list and on the squares of the board; and hints.
 * @param {MatchState} match @param {MoveInput} moveInput */
export function createAnalysis(match, moveInput) {
  const wanted = find("truth", HTMLInputElement);
  const list = find("truths", HTMLElement);
  const hints = createHints(match, moveInput);
  let askedAt = -1; // the turn that the truth was asked for

  wanted.addEventListener("change", () => {
    askedAt = -1;
    show();
  });

  function show() {
    const { truth, turn, ending } = match.now;
    find("analysis", HTMLElement).hidden = !truth || Boolean(ending);
    hints.show();
    const isOpen = truth && wanted.checked && !ending;
    list.hidden = !isOpen;
    if (!isOpen) moveInput.noteMove = undefined;
    if (isOpen && askedAt !== turn) load(turn);
    else moveInput.show();
  }

  /** @param {number} turn */
  async function load(turn) {
    askedAt = turn;
    moveInput.noteMove = undefined;
    moveInput.show();
    try {
      const wait = () => list.replaceChildren(make("p", { className: "soft" }, "Working out the truth…"));
      /** @type {Truth} */
      const truth = await noteIfSlow(ask(`/api/matches/${match.id}/truth`), wait);
      if (match.now.turn !== turn || truth.turn !== turn || !wanted.checked) return;
      noteMoves(truth.moves);
      const mover = match.now.mover ? match.player(match.now.mover).name : "nobody";
      list.replaceChildren(
        make("p", { className: "verdict" }, asSentence(`For ${mover}: ${truth.words}`)),
        ...(truth.moves.some(({ distance }) => (distance ?? 0) > 1) ? [make("p", { className: "soft" }, COUNTED)] : []),
        make("ul", {}, ...markBest(truth.moves).map((each) => listMove(each, describeMoveWay(each.move)))),
      );
    } catch (error) {
      list.replaceChildren(make("p", {}, errorText(error)));
    }
  }

  /** Where a move leads, as it is seen on the board. @param {string} move */
  function describeMoveWay(move) {
    const { board, legal } = match.now;
    const found = legal.find((each) => each.move === move);
    return found ? describeWay(move, findMoved(board, found.looks), board) : "";
  }

  /** Note on the board what its moves are worth. @param {MoveTruth[]} moves */
  function noteMoves(moves) {
    const ranked = new Map(markBest(moves).map((each, rank) => [each.move, { ...each, rank }]));
    moveInput.noteMove = ({ move }) => {
      const found = ranked.get(move);
      if (!found) return undefined;
      return { ...noteMove(found), rank: found.rank };
    };
    moveInput.show();
  }

  return { show };
}

/** @param {MoveTruth} truth @param {string} way where it leads */
function listMove({ move, words, kind, best, note }, way) {
  return make(
    "li",
    { className: kind },
    make("b", {}, move, ...(way ? [" ", make("span", { className: "soft way" }, way)] : [])),
    make("span", {}, `${SIGNS[kind]} ${words}`),
    make("span", { className: "soft" }, best ? "✓ best" : note === "best" ? "" : note),
  );
}
