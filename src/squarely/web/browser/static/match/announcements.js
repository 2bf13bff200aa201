import { asSentence, pluralize } from "/static/review/words.js";
import { describeWay } from "../site/move_arrows.js";
import { describeStanding } from "./status.js";

/** @import {Turn} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** New turns in words, and how it stands after them, for a screen reader.
 * @param {MatchState} match @param {Turn[]} turns @returns {string} */
export function describeTurns(match, turns) {
  const acts = turns.map(({ act, side, move = "", back = 0 }) => {
    if (act === "move") return `${match.nameFor(side)}: ${move}${describeTarget(match, move)}.`;
    return act === "undo" ? `${pluralize(back, "move")} taken back.` : "";
  });
  const { words, more = "" } = describeStanding(match);
  return [...acts, match.now.news, asSentence(words), more].filter(Boolean).join(" ");
}

/** Where the last move led, if it was this one and its words do not say it. @param {MatchState} match @param {string} move */
function describeTarget(match, move) {
  if (match.moves.at(-1)?.move !== move) return "";
  const square = describeWay(move, match.now.moved, match.now.board).split(" ").at(-1);
  return square ? ` to ${square}` : "";
}
