import { find, makeButton, setText } from "/static/review/elements.js";
import { asSentence, pluralize } from "/static/review/words.js";
import { announce } from "../site/announce.js";
import { BoardView } from "../site/board_view.js";
import { MoveInput } from "../site/move_input.js";
import { getSeats } from "../site/seats.js";
import { SIDES } from "../site/sides.js";
import { warnIfFleeting } from "../site/storage.js";
import { createAnalysis } from "../study/analysis.js";
import { createClock } from "./clock.js";
import { Connection } from "./connection.js";
import { acceptInvitation, createInvitation, hasInvitation } from "./invitation.js";
import { MatchState } from "./match_state.js";
import { createMoveList } from "./move_list.js";
import { createOffers } from "./offers.js";
import { listenForShortcuts } from "./shortcuts.js";
import { describeEnding, describeStanding, showStatus } from "./status.js";

/** @import {Act, State, StateMessage, Turn} from "../protocol/messages" */
/** @import {createReview} from "../study/review.js" */

const NEWS_STAYS = 2; // turns, so that both sides have read it when it is their move
const SLOW = 300; // milliseconds after which somebody wonders

const id = location.pathname.split("/").pop() ?? "";
const match = new MatchState(id);
const page = find("match", HTMLElement);
const words = find("words", HTMLInputElement);
const board = new BoardView(find("board", HTMLElement), "Board", {
  touch: (square, entered) => connection.pending || match.isSending || moveInput.touch(square, entered), // a double click
  release: () => moveInput.release(),
});
const moveInput = new MoveInput(board, find("choices", HTMLElement), {
  play: ({ move }) => act({ act: "move", move }),
  attempt: (squares) => (match.isOurTurn ? act({ act: "move", squares }) : showProblem(explainIdle())),
});
const panels = {
  clock: createClock(match),
  invitation: createInvitation(match),
  moves: createMoveList(match),
  offers: createOffers(match, { act, showProblem }),
  analysis: createAnalysis(match, moveInput),
};
const connection = new Connection(id, {
  seen: () => match.seen,
  secrets: () => getSeats(id).map((seat) => seat.secret),
  state: onState,
  refused: ({ code, message }) => {
    showProblem(message);
    if (!connection.pending) dropSent();
    if (code !== "stale") moveInput.show();
  },
  sending: (sending) => {
    clearTimeout(slow);
    if (sending) slow = setTimeout(() => showTrouble(true), SLOW);
    else showTrouble(false);
  },
  trouble: (words) => {
    connectionTrouble = words;
    showTrouble(Boolean(connection.pending));
  },
  stopped: (reason) => {
    connectionTrouble = `${asSentence(reason)} `;
    dropSent();
    showTrouble(false);
    find("trouble", HTMLElement).append(makeButton("Connect again", () => location.reload()));
    if (!match.state) setText(find("status", HTMLElement), asSentence(reason));
  },
});
/** @type {ReturnType<typeof createReview> | undefined} */
let review;
/** @type {Promise<typeof import("../study/review.js")> | undefined} */
let reviewScript;
let slow = 0;
let connectionTrouble = ""; // in words
/** @type {{words: string, turn: number}} */
let news = { words: "", turn: 0 };

/** Do something in the match, for the side that is ours.
 * @param {Omit<Act, "turn">} wanted */
function act(wanted) {
  showProblem("");
  const secret = match.secretOf(match.actingSide);
  const sent = { turn: match.now.turn + 1, ...wanted };
  if (!connection.act(sent, secret)) return showProblem("What you did before is still on its way.");
  match.sent = sent;
  if (match.isSending) showPosition(true);
}

/** What we did was refused: show how it stands without it. */
function dropSent() {
  const wasSending = match.state && match.isSending;
  match.sent = undefined;
  if (wasSending) showPosition(true);
}

/** Say what was not possible, and why. @param {string} words */
function showProblem(words) {
  setText(find("problem", HTMLElement), asSentence(words));
  if (words) announce(asSentence(words));
}

/** Quiet when all is well. @param {boolean} sending whether an act waits to be acknowledged */
function showTrouble(sending) {
  const shown = find("trouble", HTMLElement);
  const quiet = !sending || (match.state && match.isSending); // of a move the status says it
  const promise = connectionTrouble && sending ? " What you did is kept, and sent then." : "";
  const words = connectionTrouble ? connectionTrouble + promise : quiet ? "" : "Sending…";
  shown.hidden = !words;
  setText(shown, words);
}

/** Why nothing can be played now. */
function explainIdle() {
  if (match.now.ending) return "The match is over.";
  if (!match.you.length) return "You watch this match; both seats are taken by others.";
  return `Please wait: ${describeStanding(match).words}`;
}

/** @param {StateMessage} message @returns {boolean} */
function onState(message) {
  const before = match.state;
  const turns = match.receive(message);
  if (!turns) return false;
  if (before && turns.length) showProblem("");
  show(before?.turn !== match.now.turn || message.you !== null, before);
  if (before && turns.length) announce(describeTurns(turns));
  if (before && !before.ending && match.now.ending) focusResult();
  return true;
}

/** Show everything as it stands. @param {boolean} fresh @param {State} [before] */
function show(fresh, before = match.now) {
  const { ending, mover, watching } = match.now;
  showPosition(fresh);
  setText(
    find("watching", HTMLElement),
    watching ? `${pluralize(watching, "person").replace("persons", "people")} watching` : "",
  );
  panels.clock.set();
  panels.invitation.show();
  if (!(ending && review?.isStepping)) panels.moves.show();
  panels.offers.show(before);
  panels.analysis.show();
  find("doing", HTMLElement).hidden = ending
    ? !(match.you.length || match.now.rematch)
    : !(match.you.length || match.now.truth);
  if (ending) openReview();
  else review?.show();
  if (mover) board.grid.dataset.mover = mover;
}

/** Show the board and whose turn it is. A choice that somebody is about to make is left alone unless the position is new.
 * @param {boolean} fresh */
function showPosition(fresh) {
  const { ending, legal, news: latest, turn } = match.now;
  page.dataset.phase = ending ? "over" : match.isSending ? "sending" : match.isOurTurn ? "ours" : "theirs";
  showStatus(match);
  if (!(ending && review?.isStepping)) showBoard();
  board.touchable = !ending;
  if (fresh) moveInput.offer(match.isOurTurn ? legal : []);
  if (latest) news = { words: latest, turn };
  showInput(Boolean(ending), turn);
}

/** The board, with our move on it as soon as it was made. */
function showBoard() {
  const { board: squares, changed } = match.now;
  const looks = match.moveOnItsWay?.looks;
  if (!looks) return board.show(squares, changed, match.names);
  const played = squares.squares.map((square, at) => {
    const text = looks[at];
    return text === undefined ? square : { ...square, text, side: SIDES[squares.tokens.indexOf(text)] ?? null };
  });
  board.show({ ...squares, squares: played }, Object.keys(looks).map(Number), match.names, true);
}

/** A review is fetched when there is something to review: a page that is played on does not need it. */
async function openReview() {
  reviewScript ??= import("../study/review.js");
  const { createReview } = await reviewScript;
  review ??= createReview(match, board, panels.moves);
  review.show();
}

/** @param {boolean} isOver @param {number} turn */
function showInput(isOver, turn) {
  find("playing", HTMLElement).hidden = isOver;
  if (!review) find("stepping", HTMLElement).hidden = !isOver; // its place is kept while the review is made
  const typing = match.isOurTurn || match.isSending; // whoever types the moves types on
  find("typed", HTMLElement).classList.toggle("idle", !typing);
  words.disabled = !typing;
  words.placeholder = match.now.legal[0] ? `such as ${match.now.legal[0].move}` : "";
  setText(find("prompt", HTMLElement), match.isOurTurn ? match.now.prompt.trim() : "");
  for (const panel of document.querySelectorAll(".news")) {
    if (!(panel instanceof HTMLElement)) continue; // one below the board, one beside it: the page shows the nearer
    panel.hidden = !news.words || turn - news.turn >= NEWS_STAYS || turn < news.turn;
    setText(panel, news.words);
  }
}

/** New turns in words, for a screen reader. @param {Turn[]} turns @returns {string} */
function describeTurns(turns) {
  const acts = turns.map((turn) => {
    const who = match.nameFor(turn.side);
    if (turn.act === "move") return `${who}: ${turn.move}.`;
    return turn.act === "undo" ? `${pluralize(turn.back ?? 0, "move")} taken back.` : "";
  });
  const end = match.now.ending ? describeEnding(match) : asSentence(describeStanding(match).words);
  return [...acts, match.now.news, end].filter(Boolean).join(" ");
}

/** The arrow keys now lead through the review, so the keyboard goes from the board to the result. */
function focusResult() {
  if (board.grid.contains(document.activeElement) || document.activeElement === document.body) {
    find("status", HTMLElement).focus({ preventScroll: true });
  }
}

find("typed", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (!words.value.trim()) return words.focus();
  act({ act: "move", move: words.value.trim() });
  words.value = "";
});
/** Take the seat that the address invites to. */
async function join() {
  showProblem(await acceptInvitation(id));
}

addEventListener("hashchange", async () => {
  if (!hasInvitation()) return; // another invitation was pasted into the address of this very page
  await join();
  connection.rejoin();
});
listenForShortcuts(() => board.focus());
match.sent = connection.pending; // made before the page was loaded again
await join();
if (getSeats(id).length) warnIfFleeting(find("fleeting", HTMLElement));
connection.start();
