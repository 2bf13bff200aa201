// What comes and goes in a match: offers and their answers, the clock, news.
import {
  announce, find, getSeats, make, makeButton, otherSide, playOnClick, pluralize, read, Refusal, saveSeat, setText, SIDES,
  tell, write,
} from "../site/site.js";
import { act, match, showProblem } from "./match_state.js";

/** @import {Seat, State} from "../protocol/messages" */

const NEWS_STAY = 2; // turns, so that both sides have read it when it is their move
const LAST = 10; // seconds that are announced

let deadline = 0; // of the clock
let isAnnounced = false;
let news = { words: "", turn: 0 };

/** A clock beside each player. It counts from what the server said; the server decides. */
function tick() {
  const { mover, offer, clock: set } = match.now;
  if (offer && offer.by === mover) deadline = performance.now() + 1000 * (set?.left ?? 0); // it stands still
  const left = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
  for (const side of SIDES) {
    const shown = document.getElementById(`clock-${side}`);
    const running = side === mover && set?.left != null;
    const seconds = running ? left : (set?.seconds ?? 0);
    const long = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (shown) setText(shown, !set ? "" : seconds < 60 ? `${seconds} s` : long);
    shown?.classList.toggle("soon", running && left <= LAST);
  }
  if (!mover || set?.left == null || left > LAST || left <= 0 || isAnnounced || !match.isOurTurn) return;
  isAnnounced = true;
  announce(`${left} seconds left.`);
}

export function showClock() {
  deadline = performance.now() + 1000 * (match.now.clock?.left ?? 0);
  if ((match.now.clock?.left ?? 0) > LAST) isAnnounced = false;
  tick();
}

/** Show for a while what a move has changed about the game itself, such as that sudden death has begun. */
export function showNews() {
  const { news: words, turn, ending } = match.now;
  if (words) news = { words, turn };
  find("news").hidden = Boolean(ending) || !news.words || turn - news.turn >= NEWS_STAY || turn < news.turn;
  setText(find("news"), news.words);
}

/** What an offer is in words: by the other side, on our own button once we have made it, and when it is declined. */
const WORDS = {
  draw: { theirs: "offers a draw", ours: "Draw offered", declined: "does not want a draw" },
  undo: { theirs: "asks to take back the last move", ours: "Asked to take back", declined: "wants the move to stand" },
  rematch: { theirs: "asks for a rematch", ours: "Asked for a rematch", declined: "does not want a rematch" },
};

/** Taking back, a draw and resigning, a rematch and what else comes after the end: asking for them and answering. */
const panel = find("offer");
const undo = addButton("actions", "u", () => act(match.mustAsk ? { act: "offer", offer: "undo" } : { act: "undo" }));
const draw = addButton("actions", "d", askForDraw);
const resign = addButton("actions", "r", async () => {
  if (await confirm("Resign this match?", "Resign")) act({ act: "resign" });
});
const rematch = addButton("next", "r", () => (match.now.rematch ? follow() : act({ act: "offer", offer: "rematch" })));
const level = makeButton("Next level", () => undefined);
const answers = [
  makeButton("Accept", () => act({ act: "accept" }), "main"),
  makeButton("Decline", () => act({ act: "decline" })),
];
const close = makeButton("Close", () => present((answer = ""), []));
let shown = "";
let answer = ""; // of the other side to what we have offered
let declinedAt = { kind: "", turn: -1 }; // an offer is made once a turn
let going = false;

async function askForDraw() {
  if (match.mustAsk || (await confirm("End this match as a draw?", "End it"))) act({ act: "offer", offer: "draw" });
}

/** To the next match, with the seats swapped. */
async function follow() {
  const next = match.now.rematch;
  if (!next || going) return;
  going = true;
  try {
    const seats = getSeats(next).length ? [] : getSeats(match.id);
    for (const { secret } of seats)
      saveSeat(/** @type {Seat} */ (await tell(`/api/matches/${match.id}/rematch`, {}, secret)));
    write(`series.${next}`, listResults(), "sessionStorage");
    location.assign(`/m/${next}`);
  } catch (error) {
    going = false;
    if (!(error instanceof Refusal)) throw error;
    showProblem(error.message);
  }
}

/** The results of this sitting for us, with this match the last: `won`, `lost` or `tied`. @returns {string[]} */
function listResults() {
  const winner = match.now.ending?.winner;
  return [...read(`series.${match.id}`, [], "sessionStorage"), !winner ? "tied" : match.you.includes(winner) ? "won" : "lost"];
}

function chooseLevel() {
  const { game, options, ending } = match.now;
  return { game, options, position: "", opponent: ending?.next_level?.opponent, side: match.you[0] };
}

/** What comes after the end: the next level up after a win, down after two losses in a row, and the score so far. */
function showNext() {
  const { ending, rematch: next } = match.now;
  find("ending").hidden = !ending;
  if (!ending) return;
  const results = listResults();
  const isDown = results.at(-1) === "lost";
  const offer = match.you.length === 1 && !(isDown && results.at(-2) !== "lost") ? ending.next_level : null;
  level.hidden = !offer;
  setText(level, offer ? `Play level ${offer.opponent.split(":")[1]}` : "");
  const count = (/** @type {string} */ result) => results.filter((each) => each === result).length;
  const [own = "first"] = match.you;
  const ties = count("tied") ? `, ${pluralize(count("tied"), "draw")}` : "";
  const score = `You ${count("won")} : ${count("lost")} ${match.player(otherSide(own)).name}${ties}.`;
  setText(find("score"), results.length > 1 && match.you.length === 1 ? score : "");
  setText(find("next-says"), offer?.says ?? "");
  rematch.hidden = !(match.you.length || next);
}

/** @param {State} before how it stood */
export function showOffers(before) {
  const { ending, between_people, offer, rematch: next, turn } = match.now;
  const playing = match.you.length > 0 && !ending;
  const asked = offer && !match.hasBothSeats && match.you.includes(offer.by) ? offer.kind : "";
  const declined = offer || next || before.turn !== turn ? null : before.offer;
  if (declined && !match.hasBothSeats && match.you.includes(declined.by)) {
    answer = `${match.player(otherSide(declined.by)).name} ${WORDS[declined.kind].declined}.`;
    declinedAt = { kind: declined.kind, turn };
  } else if (offer || before.turn !== turn) answer = "";
  const isRefused = (/** @type {string} */ kind) => declinedAt.turn === turn && declinedAt.kind === kind;
  setText(undo, asked === "undo" ? WORDS.undo.ours : match.mustAsk ? "Ask to take back" : "Take back");
  undo.hidden = !playing;
  undo.disabled = !match.moves.some(({ side }) => match.you.includes(side)) || asked === "undo" || isRefused("undo");
  setText(draw, asked === "draw" ? WORDS.draw.ours : match.mustAsk ? "Offer a draw" : "Draw");
  draw.hidden = !playing || !between_people;
  draw.disabled = asked === "draw" || isRefused("draw");
  resign.hidden = !playing || match.isStudy;
  if (next) setText(rematch, match.you.length ? "To the rematch" : "Watch the rematch");
  else setText(rematch, asked ? WORDS.rematch.ours : match.mustAsk ? "Ask for a rematch" : "Rematch");
  rematch.disabled = !next && (asked === "rematch" || isRefused("rematch"));
  showNext();
  if (ending && !before.ending) find("sure", HTMLDialogElement).close("no"); // there is nothing left to be sure of
  if (offer && !asked) present(`${match.player(offer.by).name} ${WORDS[offer.kind].theirs}.`, match.you.length ? answers : []);
  else present(answer, [close]);
  if (next && !before.rematch && match.you.length) follow();
}

/** What the other side proposes or answers. It lies over the page, so that nothing moves.
 * @param {string} words @param {HTMLButtonElement[]} buttons */
function present(words, buttons) {
  panel.hidden = !words;
  if (words === shown) return;
  shown = words;
  panel.replaceChildren(make("span", {}, words), ...buttons);
  if (words) announce(words);
}

/** Add a button that a key presses, too. @param {string} place @param {string} key @param {() => void} press */
function addButton(place, key, press) {
  const button = makeButton("", press);
  button.dataset.key = key;
  find(place).append(button);
  return button;
}

/** Ask once more. @param {string} question @param {string} yes @returns {Promise<boolean>} */
function confirm(question, yes) {
  const dialog = find("sure", HTMLDialogElement);
  setText(find("sure-title"), question);
  setText(find("sure-yes"), yes);
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

setInterval(tick, 250);
resign.textContent = "Resign";
rematch.className = "main";
find("next").append(level, make("a", { className: "button", href: "/" }, "Another game"));
playOnClick(level, chooseLevel, find("problem"));
