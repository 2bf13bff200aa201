// What is seen of a match: its board now, and every step that led there.
import {
  announce, ask, asSentence, errorText, find, make, otherSide, playOnClick, setText,
} from "../site/site.js";
import { BoardView, changeSquares, MoveInput, stillness } from "../site/board.js";
import { act, connection, match, showProblem } from "./match_state.js";

/** @import {Replay, State, Step} from "../protocol/messages" */

const MOVE = /^#move-(\d+)$/; // in the address
const PAUSE = 350; // milliseconds between our move and the answer to it, so that both are seen

let at = 0; // the step that is looked at
/** What a review says about each step. @type {Step[]} */ let judged = [];
let last = 0; // step of those that are loaded
let loaded = -1; // the turn whose steps those are
let missed = false;
let isFetching = false;

/** Stepping through a match, while it is played and afterwards: by four buttons, the arrow keys, the address, the dots of
 * the chart and every element with `data-step`. Nothing of it is a move. */
export const replay = {
  show() {}, // called when another position is looked at; the page says what happens then
  /** Take in what has happened. A user who looks back stays where they are. */
  update() {
    if (loaded === match.now.turn) return;
    const isBack = loaded >= 0 && at < last;
    missed = isBack && (missed || match.moves.length > last);
    last = match.moves.length;
    judged = [];
    mark(loaded < 0 ? readAddress() : isBack ? at : last);
    loaded = match.now.turn;
    if (!match.positions[at]) fetchPositions();
    find("stepping").hidden = !last;
  },
  /** Say at each step what a review found there. @param {Step[]} steps */
  tell(steps) {
    judged = steps;
    mark(at);
  },
  /** That an earlier position is looked at: which one, of how many, and whether a move was made since. */
  get back() {
    return at < last ? { at, last, missed } : undefined;
  },
  /** The position that is looked at, now or then; nothing while it is not known. */
  get position() {
    return match.positions[at];
  },
  /** Go to a step, or the nearest that there is. @param {number} step */
  go(step) {
    mark(step);
    if (at === last) missed = false;
    history.replaceState(null, "", at === last ? location.pathname : `#move-${at}`);
    if (!match.positions[at]) fetchPositions();
    this.show();
    announce(describe().filter(Boolean).join(" "));
  },
};

/** Mark a step on the page: in words, in the chart, on the buttons and in the list of moves. @param {number} step */
function mark(step) {
  at = Math.min(Math.max(step, 0), last);
  const lines = describe();
  [...find("step-text").children].forEach((line, number) => setText(line, lines[number] ?? ""));
  const dot = document.querySelector(`#dot-${at} circle`);
  const cursor = document.getElementById("cursor");
  for (const end of ["x1", "x2"]) cursor?.setAttribute(end, dot?.getAttribute("cx") ?? "0");
  for (const id of ["to-start", "back"]) find(id).ariaDisabled = String(at === 0);
  for (const id of ["on", "to-end"]) find(id).ariaDisabled = String(at === last);
  markMove(at);
}

/** The move that led to the step, what the position is worth, and why. */
function describe() {
  const { side, move, note } = match.moves[at - 1] ?? {};
  const plain = side ? `${at}. ${match.nameFor(side)}: ${note || move}` : "The start.";
  const { said = plain, stands = "", because = "" } = judged[at] ?? {};
  return [said, asSentence(stands), because];
}

/** Have every position that this page has not seen itself. */
async function fetchPositions() {
  if (isFetching) return;
  isFetching = true;
  try {
    /** @type {Replay} */ const told = await ask(`/api/matches/${match.id}/replay`);
    if (told.turn === match.now.turn) match.unfold(told); // else it has gone on, and is asked for when it is needed
    replay.show();
  } catch (error) {
    showProblem(`The moves before cannot be shown now. ${errorText(error)}`);
  }
  isFetching = false;
}

/** The step that the address names, or the last one. */
function readAddress() {
  return Number(MOVE.exec(location.hash)?.[1] ?? Infinity);
}

/** Mark the move that led to a step, and bring it into view in its list, without scrolling the page. @param {number} step */
function markMove(step) {
  const scroll = find("moves-scroll");
  [...find("moves").children].forEach((item, at) => {
    const isCurrent = at + 1 === step;
    if (isCurrent) item.firstElementChild?.setAttribute("aria-current", "step");
    else item.firstElementChild?.removeAttribute("aria-current");
    if (!isCurrent || !(item instanceof HTMLElement)) return;
    const top = item.offsetTop - scroll.offsetTop;
    const least = top + item.offsetHeight - scroll.clientHeight;
    scroll.scrollTop = Math.min(Math.max(scroll.scrollTop, least), top);
  });
}

let shownMoves = ""; // so that what stays the same is left alone

/** Show the list of moves. Each leads to the position after it; in a review it also says what the move cost.
 * @param {Step[]} [steps] of a review */
export function showMoves(steps = []) {
  const now = [steps.length, ...match.moves.map(({ turn }) => turn), ...match.names].join();
  if (now === shownMoves) return;
  shownMoves = now;
  const items = match.moves.map(({ side, move = "", note }, at) => {
    const { cost, turning } = steps[at + 1] ?? {};
    const leads = make(
      "button",
      { type: "button", className: "plain", title: move },
      make("span", { className: "soft number" }, `${at + 1}.`),
      make("span", { className: `side-mark ${side}` }),
      make("span", { className: "unseen" }, `${match.player(side).name}:`),
      make("b", {}, note || move),
      ...(cost ? [make("span", { className: "cost" }, turning ? "✗ turning point" : "gave something away")] : []),
    );
    leads.dataset.step = String(at + 1);
    return make("li", {}, leads);
  });
  find("moves").replaceChildren(...(items.length ? items : [make("li", { className: "soft" }, "No moves yet.")]));
  const scroll = find("moves-scroll");
  requestAnimationFrame(() => (scroll.scrollTop = scroll.scrollHeight)); // when the page is laid out anyway
}

/** Where the button begins a match from the position that is looked at, under the same options: against the same computer,
 * at the same screen, or on both sides oneself. */
function chooseFromHere() {
  const { game, options, between_people } = match.now;
  const [side = "first"] = match.you;
  const { player } = match.player(otherSide(side));
  const alone = match.you.length === 1 && player !== "person" ? player : "explore";
  const opponent = match.hasBothSeats && between_people ? "here" : alone;
  const position = replay.position?.position;
  return position === undefined ? undefined : { game, options, position, side, opponent };
}

/** Say what moves are about that no square stands for, as a pass or the swap of sides.
 * @param {State | undefined} state in which it is our turn */
function explainChoices(state) {
  const spoken = state?.board.squares.length ? state.legal.filter(({ squares }) => !squares.length) : [];
  const only = state?.legal.length === 1 ? "There is no other move." : "";
  const told = (state?.prompt ?? "").split("\n").filter((line) => !line.endsWith(":")); // what asks is the button
  const panel = find("choices-say");
  panel.hidden = !spoken.length;
  setText(panel, [...told, only].filter(Boolean).join(" "));
}

/** Why nothing can be played now. */
function explainIdle() {
  if (match.now.ending) return "The match is over.";
  if (replay.back) return "You are looking back. Go back to now to play.";
  if (!match.you.length) return "You watch this match; the seats belong to others.";
  return `Please wait: ${find("status").textContent}`;
}

/** A short pause between our move and the answer to it. What was received is known at once; it is only shown later. */
export const pause = {
  moved: -Infinity, // when our move was shown
  timer: 0,
  /** Show an answer when it is time. What waited before is not shown any more.
   * @param {boolean} isAnswer @param {() => void} show */
  before(isAnswer, show) {
    const isCalm = (isAnswer || this.timer) && !stillness.matches && !document.hidden;
    const wait = isCalm ? this.moved + PAUSE - performance.now() : 0;
    clearTimeout(this.timer);
    this.timer = 0;
    if (wait <= 0) return show();
    this.timer = setTimeout(() => {
      this.timer = 0;
      show();
    }, wait);
  },
};

/** Whether nothing can be touched just now, as what was done before is not settled. */
const isBusy = () => Boolean(connection.pending) || match.isSending || pause.timer > 0;

export const board = new BoardView(find("board"), "Board", {
  touch: (square, entered) => isBusy() || input.touch(square, entered), // a double click
  release: () => input.release(),
});
export const input = new MoveInput(board, find("choices"), {
  attempt: (squares) => (match.isOurTurn && !replay.back ? act({ act: "move", squares }) : showProblem(explainIdle())),
  play({ move }) {
    act({ act: "move", move });
    if (isByHand) requestAnimationFrame(letGo); // when the page is laid out anyway
  },
});
let isOffered = false; // whether our moves can be made on the board
let isByHand = false; // with a mouse or a finger: then the arrow keys are free to step through the match

function letGo() {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && board.grid.contains(focused)) focused.blur();
}

/** How it stands, with a move of ours on it as soon as it was made. */
function showNow() {
  const { board: squares, changed, won, moves } = match.now;
  const known = { names: match.names, remains: match.positions[moves]?.remains };
  const looks = match.moveOnItsWay?.looks;
  if (!looks) return board.show(squares, { changed, won, ...known });
  board.show(changeSquares(squares, looks), { changed: Object.keys(looks).map(Number), sent: true, ...known });
}

/** Show the position that is looked at, and offer our moves on it. A choice that is half made is left alone unless the
 * position is new. @param {boolean} isNew */
export function showBoard(isNew) {
  const { ending, legal, mover } = match.now;
  const { back, position } = replay;
  if (!back) showNow();
  else if (position) board.show(position.board, { ...position, names: match.names });
  board.touchable = !ending && !back;
  const offers = match.isOurTurn && !back;
  if (isNew || offers !== isOffered) {
    input.offer(offers ? legal : []);
    const [start] = input.chosen; // the one piece that moves: the keyboard goes with it
    if (start !== undefined && board.grid.contains(document.activeElement)) board.focus(start);
  }
  isOffered = offers;
  explainChoices(offers ? match.now : undefined);
  if (mover) board.grid.dataset.mover = mover;
  board.host.classList.toggle("past", Boolean(back && !ending));
  find("play-on").hidden = !back && !(ending && !ending.closing); // where that leads elsewhere than playing on
}

addEventListener("pointerdown", () => (isByHand = true), true);
addEventListener("keydown", () => (isByHand = false), true);
playOnClick(find("play-on", HTMLButtonElement), chooseFromHere, find("play-on-problem"));
import("./drag.js").then(({ enableDrag }) => enableDrag(board, input, () => board.touchable && !isBusy()));
/** @type {Record<string, () => number>} */
const ways = { "to-start": () => 0, back: () => at - 1, on: () => at + 1, "to-end": () => last };
for (const [id, lead] of Object.entries(ways)) find(id).addEventListener("click", () => replay.go(lead()));
addEventListener("hashchange", () => MOVE.test(location.hash) && replay.go(readAddress()));
document.addEventListener("click", ({ target }) => {
  const led = target instanceof Element && target.closest("[data-step], #chart [id^=dot-]");
  if (led) replay.go(Number(led.getAttribute("data-step") ?? led.id.slice("dot-".length)));
});
document.addEventListener("keydown", (event) => {
  /** @type {Record<string, number>} */ const steps = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const step = steps[event.key];
  if (step === undefined || loaded < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  replay.go(step);
});
