import { find, make, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";

/** @import {MatchState} from "./match_state.js" */
/** @import {LookingBack} from "./replay.js" */

/** How a match stands in words, the first of them apart where there is a result, and as looks (classes).
 * @typedef {{words: string, more?: string, look: string}} Standing */

/** Show the one sign of how it stands: whose turn it is, how it ended, or that this is no longer how it stands.
 * @param {MatchState} match @param {LookingBack | undefined} back */
export function showStatus(match, back) {
  const { title, game, goal, rules_name: rules, mover, ending } = match.now;
  setText(find("title", HTMLElement), title);
  const name = title.toLowerCase() === game ? "" : game;
  setText(find("game", HTMLElement), [name, rules].filter(Boolean).join(", "));
  setText(find("goal", HTMLElement), goal);
  const standing = describeStanding(match);
  document.title = `${match.isOurTurn ? "● " : ""}${shorten(match, standing)} – ${title}`;
  const status = find("status", HTMLElement);
  const { words, more = "", look } = back && !ending ? describeBack(back) : standing;
  status.className = `status ${look}`;
  const mark = back && !ending ? null : (mover ?? ending?.winner);
  const shown = [words, more, mark, back?.missed].join("|");
  if (status.dataset.shown === shown) return;
  status.dataset.shown = shown;
  status.replaceChildren(
    ...(mark ? [make("span", { className: `side-mark ${mark}` })] : []),
    more ? make("b", {}, words) : words,
    ...(more ? [" ", make("span", {}, more)] : []),
    ...(back && !ending ? [" ", makeButton("Back to now", back.toNow, "small")] : []),
  );
}

/** @param {MatchState} match @param {Standing} standing */
function shorten(match, { words }) {
  return match.isOurTurn && !match.hasBothSeats ? "Your turn" : words;
}

/** @param {LookingBack} back @returns {Standing} */
function describeBack({ at, last, missed }) {
  const news = missed ? " – there is a new move" : "";
  return { words: `Looking back at ${at ? `move ${at} of ${last}` : "the start"}${news}`, look: "back" };
}

/** Whose turn it is, or how it ended, in words and as a look.
 * @param {MatchState} match
 * @returns {Standing} */
export function describeStanding(match) {
  const { ending, mover } = match.now;
  if (ending) return describeEnding(match);
  if (!mover) return { words: "", look: "" };
  const player = match.player(mover);
  if (match.isSending) {
    const whose = match.hasBothSeats ? `${player.name}’s` : "Your";
    return { words: `${whose} move is on its way…`, look: match.hasBothSeats ? "ours" : "theirs" };
  }
  const alone = match.now.players.some((each) => !each.seated);
  const again = match.moves.at(-1)?.side === mover ? " again" : "";
  if (match.isOurTurn && !match.hasBothSeats)
    return { words: alone ? "Your turn – your friend is not here yet" : `Your turn${again}`, look: "ours" };
  const moving = player.seated ? `is to move${again}` : "is to move, once somebody has come";
  const says = player.player !== "person" ? "is thinking…" : moving;
  const watching = match.you.length ? "" : " – you watch";
  return { words: `${player.name} ${says}${watching}`, look: match.isOurTurn ? "ours" : "theirs" };
}

/** How the match ended, as whoever looks sees it: won, lost or drawn; for those who watch and for two at one screen, who won.
 * @param {MatchState} match
 * @returns {Standing} */
function describeEnding(match) {
  const winner = match.now.ending?.winner;
  const more = asSentence(explainEnding(match));
  const [own, ...others] = match.you;
  const look = !own || others.length ? "" : !winner ? "drawn" : winner === own ? "won" : "lost";
  const words = !winner ? "Draw" : look ? `You ${look}` : `${match.player(winner).name} won`;
  return { words, more, look: `over ${look}` };
}

/** Why it ended: what the players did, or what the rules say. @param {MatchState} match */
function explainEnding(match) {
  const { act, side } = match.lastTurn ?? {};
  if (side && act === "resign") return `${match.nameFor(side)} resigned`;
  if (side && act === "timeout") return `${match.nameFor(side)} ran out of time`;
  return match.now.ending?.reason ?? "";
}
