import { announce } from "./announce.js";
import { BoardView } from "./board.js";
import { clock } from "./clock.js";
import { button, find, say } from "./elements.js";
import { warn } from "./fleeting.js";
import { Hand } from "./hand.js";
import { acceptInvitation, invitation, isInvited } from "./invitation.js";
import { moveList } from "./moves.js";
import { offers } from "./offers.js";
import { seatsAt } from "./seats.js";
import { shortcuts } from "./shortcuts.js";
import { Connection } from "./socket.js";
import { ended, showStatus, standing } from "./status.js";
import { Table } from "./table.js";
import { counsel } from "./truth.js";
import { counted, sentence, SIDES } from "./words.js";

/** @import {Act, State, StateMessage, Turn} from "./messages" */
/** @import {review} from "./review.js" */

const NEWS_STAYS = 2; // turns, so that both sides have read it when it is their move
const SLOW = 300; // milliseconds after which somebody wonders

const id = location.pathname.split("/").pop() ?? "";
const table = new Table(id);
const page = find("match", HTMLElement);
const words = find("words", HTMLInputElement);
const board = new BoardView(find("board", HTMLElement), "Board", {
  touch: (square, entered) => connection.pending || table.isSending || hand.touch(square, entered), // a double click
  release: () => hand.release(),
});
const hand = new Hand(board, find("choices", HTMLElement), {
  play: ({ move }) => act({ act: "move", move }),
  attempt: (squares) => (table.ours ? act({ act: "move", squares }) : problem(notYours())),
});
const doing = { act, problem };
const panels = {
  clock: clock(table),
  invitation: invitation(table),
  moves: moveList(table),
  offers: offers(table, doing),
  counsel: counsel(table, hand),
};
const connection = new Connection(id, {
  seen: () => table.seen,
  secrets: () => seatsAt(id).map((seat) => seat.secret),
  state: received,
  refused: ({ code, message }) => {
    problem(message);
    if (!connection.pending) takeBack();
    if (code !== "stale") hand.show();
  },
  sending: (sending) => {
    clearTimeout(slow);
    if (sending) slow = setTimeout(() => showTrouble(true), SLOW);
    else showTrouble(false);
  },
  trouble: (words) => {
    line = words;
    showTrouble(Boolean(connection.pending));
  },
  stopped: (reason) => {
    line = `${sentence(reason)} `;
    takeBack();
    showTrouble(false);
    find("trouble", HTMLElement).append(button("Connect again", () => location.reload()));
    if (!table.state) say(find("status", HTMLElement), sentence(reason));
  },
});
/** @type {ReturnType<typeof review> | undefined} */
let reviewed;
/** @type {Promise<typeof import("./review.js")> | undefined} */
let reviewing;
let slow = 0;
let line = ""; // what is wrong with the connection
/** @type {{words: string, turn: number}} */
let news = { words: "", turn: 0 };

/** Do something in the match, for the side that is ours.
 * @param {Omit<Act, "turn">} wanted */
function act(wanted) {
  problem("");
  const secret = table.secret(table.acting);
  const sent = { turn: table.now.turn + 1, ...wanted };
  if (!connection.act(sent, secret)) return problem("What you did before is still on its way.");
  table.sent = sent;
  if (table.isSending) showTable(true);
}

/** What we did was refused: show how it stands without it. */
function takeBack() {
  const wasSending = table.state && table.isSending;
  table.sent = undefined;
  if (wasSending) showTable(true);
}

/** Say what was not possible, and why. @param {string} words */
function problem(words) {
  say(find("problem", HTMLElement), sentence(words));
  if (words) announce(sentence(words));
}

/** Quiet when all is well. @param {boolean} sending whether an act waits to be acknowledged */
function showTrouble(sending) {
  const shown = find("trouble", HTMLElement);
  const quiet = !sending || (table.state && table.isSending); // of a move it is said where the turn is said
  const words = line && sending ? `${line} What you did is kept, and sent then.` : line || (quiet ? "" : "Sending…");
  shown.hidden = !words;
  say(shown, words);
}

function notYours() {
  if (table.now.ending) return "The match is over.";
  if (!table.you.length) return "You watch this match; both seats are taken by others.";
  return `Please wait: ${standing(table).words}`;
}

/** @param {StateMessage} message @returns {boolean} */
function received(message) {
  const before = table.state;
  const turns = table.receive(message);
  if (!turns) return false;
  if (before && turns.length) problem("");
  show(before?.turn !== table.now.turn || message.you !== null, before);
  if (before && turns.length) announce(heard(turns));
  if (before && !before.ending && table.now.ending) toTheEnd();
  return true;
}

/** Show everything as it stands. @param {boolean} fresh @param {State} [before] */
function show(fresh, before = table.now) {
  const { ending, mover, watching } = table.now;
  showTable(fresh);
  say(
    find("watching", HTMLElement),
    watching ? `${counted(watching, "person").replace("persons", "people")} watching` : "",
  );
  panels.clock.set();
  panels.invitation.show();
  if (!(ending && reviewed?.stepping)) panels.moves.show();
  panels.offers.show(before);
  panels.counsel.show();
  find("doing", HTMLElement).hidden = ending
    ? !(table.you.length || table.now.rematch)
    : !(table.you.length || table.now.truth);
  if (ending) openReview();
  else reviewed?.show();
  if (mover) board.grid.dataset.mover = mover;
}

/** Show the board and whose turn it is. A choice that somebody is about to make is left alone unless the position is new.
 * @param {boolean} fresh */
function showTable(fresh) {
  const { ending, legal, news: told, turn } = table.now;
  page.dataset.phase = ending ? "over" : table.isSending ? "sending" : table.ours ? "ours" : "theirs";
  showStatus(table);
  if (!(ending && reviewed?.stepping)) showBoard();
  board.touchable = !ending;
  if (fresh) hand.offer(table.ours ? legal : []);
  if (told) news = { words: told, turn };
  showDesk(Boolean(ending), turn);
}

/** The board, with our move on it as soon as it was made. */
function showBoard() {
  const { board: squares, changed } = table.now;
  const looks = table.sending?.looks;
  if (!looks) return board.show(squares, changed, table.names);
  const played = squares.squares.map((square, at) => {
    const text = looks[at];
    return text === undefined ? square : { ...square, text, side: SIDES[squares.tokens.indexOf(text)] ?? null };
  });
  board.show({ ...squares, squares: played }, Object.keys(looks).map(Number), table.names, true);
}

/** A review is fetched when there is something to review: a page that is played on does not need it. */
async function openReview() {
  reviewing ??= import("./review.js");
  const { review } = await reviewing;
  reviewed ??= review(table, board, panels.moves);
  reviewed.show();
}

/** @param {boolean} over @param {number} turn */
function showDesk(over, turn) {
  find("playing", HTMLElement).hidden = over;
  if (!reviewed) find("stepping", HTMLElement).hidden = !over; // its place is kept while the review is made
  const typing = table.ours || table.isSending; // whoever types the moves types on
  find("typed", HTMLElement).classList.toggle("idle", !typing);
  words.disabled = !typing;
  words.placeholder = table.now.legal[0] ? `such as ${table.now.legal[0].move}` : "";
  say(find("prompt", HTMLElement), table.ours ? table.now.prompt.trim() : "");
  for (const told of document.querySelectorAll(".news")) {
    if (!(told instanceof HTMLElement)) continue; // one below the board, one beside it: the page shows the nearer
    told.hidden = !news.words || turn - news.turn >= NEWS_STAYS || turn < news.turn;
    say(told, news.words);
  }
}

/** What others, or a screen reader, are told about new turns. @param {Turn[]} turns @returns {string} */
function heard(turns) {
  const told = turns.map((turn) => {
    const who = table.called(turn.side);
    if (turn.act === "move") return `${who}: ${turn.move}.`;
    return turn.act === "undo" ? `${counted(turn.back ?? 0, "move")} taken back.` : "";
  });
  const end = table.now.ending ? ended(table) : sentence(standing(table).words);
  return [...told, table.now.news, end].filter(Boolean).join(" ");
}

/** The arrow keys now lead through the review, so the keyboard goes from the board to the result. */
function toTheEnd() {
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
  problem(await acceptInvitation(id));
}

addEventListener("hashchange", async () => {
  if (!isInvited()) return; // another invitation was pasted into the address of this very page
  await join();
  connection.rejoin();
});
shortcuts(() => board.focus());
table.sent = connection.pending; // made before the page was loaded again
await join();
if (seatsAt(id).length) warn(find("fleeting", HTMLElement));
connection.start();
