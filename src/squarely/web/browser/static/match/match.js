import { announce, asSentence, find, pluralize, setText, warnIfFleeting } from "../site/site.js";
import { getSeats, hasSeatInAddress, takeSeatFromAddress } from "../site/matches.js";
import { Connection, createTroublePanel, MatchState, readFirstState } from "./match_state.js";
import { createBoardPanel, createMoveList, createPlayOn, createReplay, ReplyPause } from "./replay.js";
import {
  createClock, createNews, createOffers, describeArrival, describeStanding, describeTurns, showPlayers, showStatus,
} from "./talk.js";
import {
  createDeviceLink, createDialogs, createInvitation, createInvited, createTurnSignals, createTypedMoves,
  listenForShortcuts, readInvitation,
} from "./tools.js";
import { createAnalysis } from "../study/values.js";

/** @import {Act, State, StateMessage, Turn} from "../protocol/messages" */
/** @import {createReview} from "../study/review.js" */

const id = location.pathname.split("/").pop() ?? "";
const match = new MatchState(id);
const pause = new ReplyPause();
const replay = createReplay(match, { show: () => showPosition(false), showProblem });
const boardPanel = createBoardPanel(match, {
  isBusy: () => Boolean(connection.pending) || match.isSending || pause.timer > 0,
  play: ({ move }) => act({ act: "move", move }),
  attempt: (squares) => (match.isOurTurn && !replay.back ? act({ act: "move", squares }) : showProblem(explainIdle())),
});
const trouble = createTroublePanel({
  tryNow: () => (connection.stopped ? location.reload() : connection.check(true)),
  isMoveSeen: () => Boolean(match.state && match.isSending),
});
const invited = createInvited(match, { sit, showProblem });
const offers = createOffers(match, { act, showProblem });
const analysis = createAnalysis(match, boardPanel.input);
const showMoves = createMoveList(match);
const showTyped = createTypedMoves(match, { play: (move) => act({ act: "move", move }), showProblem });
const showOnPosition = [createNews(match), createPlayOn(match, replay), trouble.show];
const showOnMessage = [createClock(match), createInvitation(match), createDeviceLink(match), invited.show, analysis.show, createTurnSignals(match)];
const connection = new Connection(id, {
  seen: () => match.seen,
  secrets: () => getSeats(id).map((seat) => seat.secret),
  state: onState,
  refused: ({ code, message }) => {
    showProblem(message);
    if (!connection.pending) dropSent();
    if (code !== "stale") boardPanel.input.show();
  },
  sending: trouble.setSending,
  trouble: trouble.tell,
  stopped: (reason) => {
    dropSent();
    trouble.tell(asSentence(reason));
    if (!match.state) setText(find("status"), asSentence(reason));
  },
});
/** What was received and is not shown yet: how it stood before, and what has happened since.
 * @type {{before: State | undefined, turns: Turn[], isNew: boolean} | undefined} */
let unseen;
/** @type {ReturnType<typeof createReview> | undefined} */ let review;
/** @type {Promise<typeof import("../study/review.js")> | undefined} */ let reviewScript;

/** Do something in the match, for the side that is ours. @param {Omit<Act, "turn">} wanted */
function act(wanted) {
  showProblem("");
  const secret = match.secretOf(match.actingSide);
  const sent = { turn: match.now.turn + 1, ...wanted };
  if (!connection.act(sent, secret)) return showProblem("What you did before is still on its way.");
  match.sent = sent;
  if (!match.isSending) return;
  pause.moved = performance.now();
  showPosition(true);
}

/** What we did was refused: show how it stands without it. */
function dropSent() {
  const wasSending = match.state && match.isSending;
  match.sent = undefined;
  if (wasSending) showPosition(true);
}

/** Say what was not possible, and why. @param {string} words */
function showProblem(words) {
  setText(find("problem"), asSentence(words));
  if (words) announce(asSentence(words));
}

/** Why nothing can be played now. */
function explainIdle() {
  if (match.now.ending) return "The match is over.";
  if (replay.back) return "You are looking back. Go back to now to play.";
  if (!match.you.length) return "You watch this match; the seats belong to others.";
  return `Please wait: ${describeStanding(match).words}`;
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
  if (turns.length) announce(describeTurns(match, turns, before));
  if (!before.ending && match.now.ending) focusResult();
}

/** It is known for the first time how the match stands. */
function begin() {
  announce(describeArrival(match));
  invited.begin();
  if (match.isStudy && match.you.length) analysis.open();
}

/** Show everything as it stands. @param {boolean} isNew @param {State} before */
function show(isNew, before) {
  const { ending, watching, truth } = match.now;
  replay.update();
  showPosition(isNew);
  const people = pluralize(watching, "person").replace("persons", "people");
  setText(find("watching"), watching ? `${people} watching` : "");
  offers.show(before);
  showOnMessage.forEach((each) => each());
  find("doing").hidden = Boolean(ending) || !(match.you.length || readInvitation() || truth);
  if (ending) openReview();
  else review?.show();
}

/** Show the position that is looked at, and whose turn it is. @param {boolean} isNew */
function showPosition(isNew) {
  const { ending } = match.now;
  const { back } = replay;
  const now = match.isSending ? "sending" : match.isOurTurn ? "ours" : "theirs";
  find("match").dataset.phase = ending ? "over" : back ? "back" : now;
  showPlayers(match);
  showStatus(match, back);
  boardPanel.show(replay, isNew);
  showMoves(review?.steps);
  showTyped(Boolean(back));
  showOnPosition.forEach((each) => each());
  find("playing").hidden = Boolean(ending);
}

/** A review is fetched when there is something to review: a page that is played on does not need it. */
async function openReview() {
  reviewScript ??= import("../study/review.js");
  const { createReview } = await reviewScript;
  review ??= createReview(match, replay, () => showPosition(false));
  review.show();
}

/** The arrow keys now lead through the match, so the keyboard goes from the board to the result. */
function focusResult() {
  if (boardPanel.board.grid.contains(document.activeElement) || document.activeElement === document.body)
    find("status").focus({ preventScroll: true });
}

/** We have a seat that we did not have before. */
function sit() {
  warnIfFleeting(find("fleeting"));
  connection.rejoin();
}

/** Take the seat that the address hands over, or say why not. @returns {Promise<boolean>} whether we have it */
async function takeHandedSeat() {
  const problem = await takeSeatFromAddress(id);
  if (problem) showProblem(problem);
  return !problem;
}

addEventListener("hashchange", async () => {
  // A link was pasted into the address of this very page.
  if (hasSeatInAddress()) (await takeHandedSeat()) && sit();
  else if (readInvitation() && match.state) invited.begin();
});
createDialogs(match);
listenForShortcuts(() => boardPanel.board.focus());
match.sent = connection.pending; // made before the page was loaded again
await takeHandedSeat();
const first = readFirstState(id);
if (first) onState(first);
if (getSeats(id).length) warnIfFleeting(find("fleeting"));
connection.start();
