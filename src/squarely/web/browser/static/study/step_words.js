import { asSentence, pluralize } from "/static/review/words.js";
import { SIDES } from "../site/sides.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {Step, Worth} from "../protocol/messages" */

/** The steps of a review in words for whoever looks at them: `You` for the side that is theirs.
 * @param {MatchState} match @param {Step[]} steps @returns {Step[]} */
export function addressSteps(match, steps) {
  return steps.map((step, number) => {
    const made = match.moves[number - 1];
    const said = made ? `${number}. ${match.nameFor(made.side)}: ${made.move}.` : step.said;
    const worth = step.worth && describeWorth(match, step.worth);
    const stands = worth ? (number ? `after it: ${worth}` : worth) : "";
    return { ...step, said, stands, because: asSentence(addressNames(match, step.because ?? "")) };
  });
}

/** What a position is worth: `you win by 5 points in 3 moves (both sides counted)`. @param {MatchState} match @param {Worth} worth */
function describeWorth(match, { winner, ending, distance, margin }) {
  if (ending === "endless") return "play can go on for ever";
  const counted = distance && distance > 1 ? " (both sides counted)" : "";
  const moves = distance === null ? " by repetition" : distance ? ` in ${pluralize(distance, "move")}${counted}` : "";
  if (!winner) return `a tie${moves}`;
  const isYou = match.you.length === 1 && match.you[0] === winner;
  const does = distance !== 0 ? (isYou ? "win" : "wins") : isYou ? "have won" : "has won";
  return `${isYou ? "you" : match.player(winner).name} ${does}${margin ? ` by ${pluralize(margin, "point")}` : ""}${moves}`;
}

/** A sentence about both sides by their names, with `(you)` after ours where it stands first.
 * @param {MatchState} match @param {string} sentence */
function addressNames(match, sentence) {
  const ours = match.you.length === 1 ? match.names[SIDES.indexOf(match.you[0] ?? "first")] : "";
  if (!ours || match.names[0] === match.names[1]) return sentence;
  const escaped = ours.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return sentence.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u"), () => `${ours} (you)`);
}
