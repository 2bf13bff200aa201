// The page of a match: what it says, and how its parts work together.
import {
  announce, asSentence, find, make, makeButton, pluralize, read, setText, SIDES, warnIfFleeting, write,
} from "../site/site.js";
import { connection, match, readFirstState, showProblem } from "./match_state.js";
import { board, input, pause, replay, showBoard, showMoves } from "./replay.js";

/** @import {State, StateMessage, Turn} from "../protocol/messages" */

/** What was received and is not shown yet: how it stood before, and what has happened since.
 * @type {{before: State | undefined, turns: Turn[], isNew: boolean} | undefined} */
let unseen;
/** What comes a moment later: parts that show something after each message, given how it stood before.
 * @type {((before: State) => void)[]} */
const showOnMessage = [];
let showTyped = () => {};
let joinByAddress = () => {};
/** @type {typeof import("../study/review.js") | undefined} */ let review;

/** What we did was refused: show how it stands without it. */
function dropSent() {
  const wasSending = match.state && match.isSending;
  match.sent = undefined;
  if (wasSending) showPosition(true);
}

/** Say what is wrong with the connection, and what becomes of what we did. */
function showTrouble() {
  const { trouble, pending } = connection;
  const isSeen = match.state && match.isSending; // the status says that our move is on its way
  const promise = pending ? " What you did is kept, and sent then." : "";
  const words = trouble ? trouble + promise : pending && !isSeen ? "Sending…" : "";
  setText(find("trouble-says"), words);
  find("trouble").hidden = !words;
  find("try-now").hidden = !trouble || !navigator.onLine; // without a network there is nothing to try
}

/** Take in what the server says, and show it: at once, but an answer to our move a moment after that.
 * @param {StateMessage} message @returns {boolean} */
function onState(message) {
  const before = match.state;
  const seats = String(match.you);
  const turns = match.receive(message);
  if (!turns) return false;
  unseen ??= { before, turns: [], isNew: false };
  unseen.turns.push(...turns);
  unseen.isNew ||= before?.turn !== match.now.turn || String(match.you) !== seats;
  if (String(match.you) !== seats) warnIfFleeting(find("fleeting"));
  const isAnswer = turns.some(({ act, side }) => act === "move" && !match.you.includes(side));
  pause.before(Boolean(before) && isAnswer, showUnseen);
  return true;
}

function showUnseen() {
  if (!unseen) return;
  const { before, turns, isNew } = unseen;
  unseen = undefined;
  if (before && turns.length) showProblem("");
  show(isNew, before ?? match.now);
  if (!before) return begin();
  if (turns.length) announce(describeTurns(turns, before));
  if (!before.ending && match.now.ending) focusResult();
}

/** It is known for the first time how the match stands. What is not needed to play at once comes a moment later. */
async function begin() {
  announce(describeArrival());
  const [joining, offers, analysis, tools] = await Promise.all([
    import("./joining.js"), import("./offers.js"), import("./analysis.js"), import("./tools.js"),
  ]); // prettier-ignore
  showOnMessage.push(joining.showJoining, offers.showOffers, offers.showClock, offers.showNews);
  showOnMessage.push(analysis.showAnalysis, tools.signalTurn);
  [showTyped, joinByAddress] = [tools.showTyped, joining.joinByAddress];
  if (match.isStudy && match.you.length) find("truth", HTMLInputElement).checked = true;
  find("match").classList.add("furnished");
  show(false, match.now);
  joinByAddress();
}

/** Show everything as it stands. @param {boolean} isNew @param {State} before */
function show(isNew, before) {
  const { ending, watching, truth } = match.now;
  replay.update();
  showPosition(isNew);
  const people = pluralize(watching, "person").replace("persons", "people");
  setText(find("watching"), watching ? `${people} watching` : "");
  showOnMessage.forEach((each) => each(before));
  find("doing").hidden = Boolean(ending) || !(match.you.length || location.hash.includes("join=") || truth);
  if (ending) openReview();
  else review?.showReview();
}

/** Show the position that is looked at, and whose turn it is. @param {boolean} isNew */
function showPosition(isNew) {
  const { ending } = match.now;
  const { back } = replay;
  const now = match.isSending ? "sending" : match.isOurTurn ? "ours" : "theirs";
  find("match").dataset.phase = ending ? "over" : back ? "back" : now;
  showPlayers();
  showStatus();
  showBoard(isNew);
  showMoves(review?.steps);
  showTyped();
  showTrouble();
  find("playing").hidden = Boolean(ending);
}

/** A review is fetched when there is something to review: a page that is played on does not need it. */
async function openReview() {
  review ??= await import("../study/review.js");
  review.showReview();
}

/** The arrow keys now lead through the match, so the keyboard goes from the board to the result. */
function focusResult() {
  if (board.grid.contains(document.activeElement) || document.activeElement === document.body)
    find("status").focus({ preventScroll: true });
}

/** Take the seat that the address hands over, if it does, or say why not.
 * @returns {Promise<boolean>} whether we have it */
async function takeHandedSeat() {
  if (!location.hash.includes("seat=")) return false;
  const { takeSeatFromAddress } = await import("./joining.js");
  const problem = await takeSeatFromAddress();
  if (problem) showProblem(problem);
  return !problem;
}

/** How a match stands in words, the reason of a result apart, and as looks (classes).
 * @typedef {{words: string, more?: string, look: string}} Standing */

/** Show whose turn it is, how it ended, or that this is no longer how it stands. */
function showStatus() {
  const { back } = replay;
  const { title, game, goal, rules_name: rules, mover, ending } = match.now;
  setText(find("title"), title);
  setText(find("game"), [title.toLowerCase() === game ? "" : game, rules].filter(Boolean).join(", "));
  setText(find("goal"), goal);
  const standing = describeStanding();
  const short = match.isOurTurn && !match.hasBothSeats ? "Your turn" : standing.words;
  document.title = `${match.isOurTurn ? "● " : ""}${short} – ${title}`;
  const status = find("status");
  const { words, more = "", look } = back && !ending ? { words: describeBack(back), look: "back" } : standing;
  status.className = `status ${look}`;
  const mark = back && !ending ? null : (mover ?? ending?.winner);
  const shown = [words, more, mark, back?.missed].join("|");
  if (status.dataset.shown === shown) return;
  status.dataset.shown = shown;
  status.replaceChildren(
    ...(mark ? [make("span", { className: `side-mark ${mark}` })] : []),
    more ? make("b", {}, words) : make("span", { className: "words" }, words),
    ...(more ? [" ", make("span", { className: "reason" }, more)] : []),
    ...(back && !ending ? [" ", makeButton("Back to now", () => replay.go(Infinity), "small")] : []),
  );
}

/** @param {{at: number, last: number, missed: boolean}} back */
function describeBack({ at, last, missed }) {
  return `Looking back at ${at ? `move ${at} of ${last}` : "the start"}${missed ? " – there is a new move" : ""}`;
}

/** Whose turn it is, or how it ended. @returns {Standing} */
function describeStanding() {
  const { ending, mover } = match.now;
  if (ending) return describeEnding();
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

/** Won, lost or drawn; for spectators and for two at one screen, who won. @returns {Standing} */
function describeEnding() {
  const { winner, reason = "" } = match.now.ending ?? {};
  const { act, side } = match.lastTurn ?? {};
  const acted = act === "resign" ? "resigned" : act === "timeout" ? "ran out of time" : "";
  const more = asSentence(side && acted ? `${match.nameFor(side)} ${acted}` : reason);
  const [own, ...others] = match.you;
  const look = !own || others.length ? "" : !winner ? "drawn" : winner === own ? "won" : "lost";
  const words = !winner ? "Draw" : look ? `You ${look}` : `${match.player(winner).name} won`;
  return { words, more, look: `over ${look}` };
}

/** New turns in words, what each side has now if that has changed, and how it stands, for a screen reader.
 * @param {Turn[]} turns @param {State} before @returns {string} */
function describeTurns(turns, before) {
  const acts = turns.map(({ act, side, told = "", back = 0 }) => {
    if (act === "move") return asSentence(`${match.nameFor(side)} ${told || "moved"}`);
    return act === "undo" ? `${pluralize(back, "move")} taken back.` : "";
  });
  const { holdings, news } = match.now;
  const { words, more = "" } = describeStanding();
  const held = String(holdings) === String(before.holdings) ? "" : describeHoldings();
  return [...acts, held, news, asSentence(words), more].filter(Boolean).join(" ");
}

/** What each side has, as a sentence. */
function describeHoldings() {
  const has = SIDES.map((side, at) => {
    const name = match.nameFor(side);
    return match.now.holdings[at] && `${name} ${name === "You" ? "have" : "has"} ${match.now.holdings[at]}`;
  });
  return asSentence(has.filter(Boolean).join(", "));
}

/** What the match is, how it stands and how the board is reached, on arrival. */
function describeArrival() {
  const { title, mover, ending } = match.now;
  const versus = match.names.join(" against ");
  const { words, more = "" } = describeStanding();
  const way = mover && !ending ? "Press b to go to the board, question mark for all keys." : "";
  return [`${title}: ${versus}.`, describeHoldings(), asSentence(words), more, way].filter(Boolean).join(" ");
}

/** Show who plays and what they hold. Whose turn it is, is for the status to say: here it is a look alone.
 * */
function showPlayers() {
  const { mover, ending, holdings } = match.now;
  SIDES.forEach((side, at) => {
    const player = match.player(side);
    const item = find(`player-${side}`);
    const presence = !player.seated ? "not here yet" : player.here || ending ? "" : "away";
    const you = match.nameFor(side) === "You" ? "you" : "";
    const notes = [you, holdings[at], presence].filter(Boolean).join(", ");
    const place = ending?.winner === side ? "won" : mover === side ? "to-move" : "";
    item.className = ["player", you, place, presence && "absent"].filter(Boolean).join(" ");
    const shown = [player.name, notes].join("|");
    if (item.dataset.shown === shown) return;
    item.dataset.shown = shown;
    item.replaceChildren(
      make("span", { className: `side-mark ${side}` }),
      make("b", { title: player.name }, player.name),
      make("span", { className: "soft small notes" }, notes),
      make("span", { className: "clock", id: `clock-${side}` }),
    );
  });
}

/** Single keys press the visible button that carries them, unless the user types. They can be switched off. */
function listenForShortcuts() {
  const on = find("shortcuts-on", HTMLInputElement);
  on.checked = read("shortcuts", true);
  on.addEventListener("change", () => write("shortcuts", on.checked));
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!on.checked || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const carriers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-key]")]);
    const carrier = carriers.find((each) => each.dataset.key === key && each.offsetParent);
    if (key === "?") find("keys").click();
    else if (key === "b") board.focus();
    else if (carrier) carrier.click();
    else return;
    event.preventDefault();
  });
}

addEventListener("hashchange", async () => {
  // A link was pasted into the address of this very page.
  if (await takeHandedSeat()) connection.rejoin();
  else joinByAddress();
});
for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]")))
  opener.addEventListener("click", () => find(opener.dataset.opens ?? "", HTMLDialogElement).showModal());
listenForShortcuts();
find("try-now").addEventListener("click", () => (connection.stopped ? location.reload() : connection.check(true)));
replay.show = () => showPosition(false);
connection.listener = {
  state: onState,
  moved() {
    pause.moved = performance.now();
    showPosition(true);
  },
  refused({ code, message }) {
    showProblem(message);
    if (!connection.pending) dropSent();
    if (code !== "stale") input.show();
  },
  trouble: showTrouble,
  stopped() {
    dropSent();
    if (!match.state) setText(find("status"), connection.trouble);
  },
};
match.sent = connection.pending; // made before the page was loaded again
await takeHandedSeat();
const first = readFirstState();
if (first) onState(first);
connection.start();
