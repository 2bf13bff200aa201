import { find, make, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { SIDES } from "../site/sides.js";

/** @import {SideName} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** Show who plays, what they hold, and whose turn it is.
 * @param {MatchState} match */
export function showStatus(match) {
  const { title, game, goal, options } = match.now;
  setText(find("title", HTMLElement), title);
  const name = title.toLowerCase() === game ? "" : game;
  setText(find("game", HTMLElement), [name, options].filter(Boolean).join(", "));
  setText(find("goal", HTMLElement), goal);
  for (const side of SIDES) showPlayer(match, side);
  const { words, look } = describeStanding(match);
  const status = find("status", HTMLElement);
  status.className = `status ${look}`;
  if (status.textContent !== words) {
    const mark = match.now.mover ?? match.now.ending?.winner;
    status.replaceChildren(...(mark ? [make("span", { className: `side-mark ${mark}` })] : []), words);
  }
  const short = match.isOurTurn && !match.hasBothSeats ? "Your turn" : words;
  document.title = `${match.isOurTurn ? "● " : ""}${short} – ${title}`;
}

/** Whose turn it is, or how it ended, in words and as a look.
 * @param {MatchState} match
 * @returns {{words: string, look: string}} */
export function describeStanding(match) {
  const { ending, mover } = match.now;
  if (ending) return { words: describeEnding(match), look: "over" };
  if (!mover) return { words: "", look: "" };
  const player = match.player(mover);
  if (match.isSending) {
    const whose = match.hasBothSeats ? `${player.name}’s` : "Your";
    return { words: `${whose} move is on its way…`, look: match.hasBothSeats ? "ours" : "theirs" };
  }
  const alone = match.now.players.some((each) => !each.seated);
  if (match.isOurTurn && !match.hasBothSeats)
    return { words: alone ? "Your turn – your friend is not here yet" : "Your turn", look: "ours" };
  const says =
    player.player !== "person" ? "is thinking…" : player.seated ? "is to move" : "is to move, once somebody has come";
  const watching = match.you.length ? "" : " – you watch";
  return { words: `${player.name} ${says}${watching}`, look: match.isOurTurn ? "ours" : "theirs" };
}

/** How the match ended, as a sentence.
 * @param {MatchState} match
 * @returns {string} */
export function describeEnding(match) {
  const ending = match.now.ending;
  if (!ending) return "";
  const result = ending.winner ? `${match.nameFor(ending.winner)} won` : "Nobody won";
  return asSentence(`${result}: ${ending.reason}`);
}

/** @param {MatchState} match @param {SideName} side */
function showPlayer(match, side) {
  const { mover, ending, holdings } = match.now;
  const player = match.player(side);
  const item = find(`player-${side}`, HTMLElement);
  const presence = !player.seated ? "not here yet" : player.here || ending ? "" : "away";
  const you = match.nameFor(side) === "You" ? "you" : "";
  const notes = [you, holdings[SIDES.indexOf(side)], presence].filter(Boolean).join(", ");
  const place = ending?.winner === side ? "won" : mover === side ? "to move" : "";
  item.className = `player ${place.replace(" ", "-")} ${presence && "absent"}`;
  const shown = [player.name, place, notes].join("|");
  if (item.dataset.shown === shown) return;
  item.dataset.shown = shown;
  item.replaceChildren(
    make("span", {}, make("span", { className: `side-mark ${side}` }), make("b", {}, player.name)),
    make(
      "span",
      { className: "below small" },
      make("span", { className: "soft notes" }, notes),
      make("span", { className: "clock", id: `clock-${side}` }),
      make("span", { className: "place" }, ...(place ? ["●", make("b", {}, place)] : [])),
    ),
  );
}
