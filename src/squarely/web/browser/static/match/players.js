import { find, make } from "/static/review/elements.js";
import { SIDES } from "../site/sides.js";

/** @import {SideName} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

/** Show who plays and what they hold. Whose turn it is, is for the status to say: here it is a look alone.
 * @param {MatchState} match */
export function showPlayers(match) {
  for (const side of SIDES) showPlayer(match, side);
}

/** @param {MatchState} match @param {SideName} side */
function showPlayer(match, side) {
  const { mover, ending, holdings } = match.now;
  const player = match.player(side);
  const item = find(`player-${side}`, HTMLElement);
  const presence = !player.seated ? "not here yet" : player.here || ending ? "" : "away";
  const you = match.nameFor(side) === "You" ? "you" : "";
  const notes = [you, holdings[SIDES.indexOf(side)], presence].filter(Boolean).join(", ");
  const place = ending?.winner === side ? "won" : mover === side ? "to-move" : "";
  item.className = ["player", you, place, presence && "absent"].filter(Boolean).join(" ");
  const shown = [player.name, notes].join("|");
  if (item.dataset.shown === shown) return;
  item.dataset.shown = shown;
  item.replaceChildren(
    make("span", {}, make("span", { className: `side-mark ${side}` }), make("b", {}, player.name)),
    make(
      "span",
      { className: "below small" },
      make("span", { className: "soft notes" }, notes),
      make("span", { className: "clock", id: `clock-${side}` }),
    ),
  );
}
