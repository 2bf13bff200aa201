import { find, make, say } from "./elements.js";
import { sentence, SIDES } from "./words.js";

/** @import {SideName} from "./messages" */
/** @import {Table} from "./table.js" */

/** Show who plays, what they hold, and whose turn it is.
 * @param {Table} table */
export function showStatus(table) {
  const { title, game, goal, options } = table.now;
  say(find("title", HTMLElement), title);
  const name = title.toLowerCase() === game ? "" : game;
  say(find("game", HTMLElement), [name, options].filter(Boolean).join(", "));
  say(find("goal", HTMLElement), goal);
  for (const side of SIDES) showPlayer(table, side);
  const { words, look } = standing(table);
  const status = find("status", HTMLElement);
  status.className = `status ${look}`;
  if (status.textContent !== words) {
    const mark = table.now.mover ?? table.now.ending?.winner;
    status.replaceChildren(...(mark ? [make("span", { className: `side-mark ${mark}` })] : []), words);
  }
  const short = table.ours && !table.bothOurs ? "Your turn" : words;
  document.title = `${table.ours ? "● " : ""}${short} – ${title}`;
}

/** Whose turn it is, or how it ended, in words and as a look.
 * @param {Table} table
 * @returns {{words: string, look: string}} */
export function standing(table) {
  const { ending, mover } = table.now;
  if (ending) return { words: ended(table), look: "over" };
  if (!mover) return { words: "", look: "" };
  const player = table.player(mover);
  if (table.isSending) {
    const whose = table.bothOurs ? `${player.name}’s` : "Your";
    return { words: `${whose} move is on its way…`, look: table.bothOurs ? "ours" : "theirs" };
  }
  const alone = table.now.players.some((each) => !each.seated);
  if (table.ours && !table.bothOurs)
    return { words: alone ? "Your turn – your friend is not here yet" : "Your turn", look: "ours" };
  const says =
    player.player !== "person" ? "is thinking…" : player.seated ? "is to move" : "is to move, once somebody has come";
  const watching = table.you.length ? "" : " – you watch";
  return { words: `${player.name} ${says}${watching}`, look: table.ours ? "ours" : "theirs" };
}

/** How the match ended, as a sentence.
 * @param {Table} table
 * @returns {string} */
export function ended(table) {
  const ending = table.now.ending;
  if (!ending) return "";
  const result = ending.winner ? `${table.called(ending.winner)} won` : "Nobody won";
  return sentence(`${result}: ${ending.reason}`);
}

/** @param {Table} table @param {SideName} side */
function showPlayer(table, side) {
  const { mover, ending, holdings } = table.now;
  const player = table.player(side);
  const item = find(`player-${side}`, HTMLElement);
  const presence = !player.seated ? "not here yet" : player.here || ending ? "" : "away";
  const you = table.called(side) === "You" ? "you" : "";
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
