import {
  ask, asSentence, copyOnClick, errorText, find, make, makeButton, noteIfSlow, pluralize, setText, SIDES, updateMatch,
} from "../site/site.js";
import { drawThumbnail, writePercent } from "../site/board.js";
import { noteMatch } from "../site/results.js";
import { match } from "../match/match_state.js";
import { replay } from "../match/replay.js";

/** @import {Review, Step, Worth} from "../protocol/messages" */

const summary = find("review-says");
/** What was found at each step; nothing while that is not known. @type {Step[]} */ export let steps = [];
let openedAt = -1; // the turn of the end that is reviewed

/** Show the review of a match that is over: what there is to say at each step of its replay, the chart, the turning
 * points. Where it is not over, as after a move was taken back, there is none. */
export function showReview() {
  const isOver = Boolean(match.now.ending);
  find("review").hidden = !isOver;
  if (!isOver) [steps, openedAt] = [[], -1];
  else if (openedAt !== match.now.turn) {
    openedAt = match.now.turn;
    updateMatch(match.id, { over: true });
    noteMatch(match.now, match.you);
    open();
  }
}

function linkRecord(/** @type {string} */ form, /** @type {string} */ words) {
  const download = `${match.id}.${form === "text" ? "match" : form}`;
  return make("a", { href: `/api/matches/${match.id}/record?form=${form}`, download }, words);
}

async function open() {
  setText(summary, "");
  try {
    const asked = /** @type {Promise<Review>} */ (ask(`/api/matches/${match.id}/review`));
    const review = await noteIfSlow(asked, () => setText(summary, "Holding the match against the truth…"));
    if (match.now.ending) show(review);
  } catch (error) {
    setText(summary, `There is no review of this match now. ${asSentence(errorText(error))}`);
  }
}

function show(/** @type {Review} */ review) {
  setText(summary, review.says);
  find("accuracies").replaceChildren(
    ...SIDES.slice(0, review.accuracies.length).map((side, at) =>
      make("li", {}, make("span", { className: `side-mark ${side}` }), ` ${match.nameFor(side)}: ${review.accuracies[at]}`),
    ),
  );
  noteMatch(match.now, match.you, match.isHelped ? [] : review.levels);
  steps = addressSteps(review.steps);
  showChart(review.chart);
  showTurningPoints(review.says ? "None that is known." : "None: the result never turned.");
  replay.tell(steps);
  replay.show();
}

/** The server's picture, taken in as elements: nothing in it can run. @param {string} chart */
function showChart(chart) {
  const svg = new DOMParser().parseFromString(chart, "text/html").querySelector("svg");
  if (!svg) return;
  const ours = match.you.length === 1 && svg.querySelector(`text.${match.you[0]}`);
  const arrow = match.you[0] === "first" ? "↑" : "↓";
  if (ours) ours.textContent = ours.textContent.endsWith(" wins") ? `${arrow} You win` : `${arrow} better for you`;
  find("chart-here").replaceChildren(document.importNode(svg, true));
}

function showTurningPoints(/** @type {string} */ none) {
  const items = steps.flatMap((step, number) => {
    if (!step.turning) return [];
    const leads = makeButton("", () => replay.go(number), "plain");
    leads.append(
      drawThumbnail(step.board, { changed: step.changed }),
      make("span", {}, make("b", {}, step.said), " ", make("span", {}, step.because || asSentence(step.stands))),
    );
    return [make("li", {}, leads)];
  });
  find("turning-title").hidden = false;
  find("turning").replaceChildren(
    ...(items.length ? items : [make("li", { className: "soft" }, none)]),
  );
}

/** The steps of a review in words for a player: `You` for the side that is theirs. @param {Step[]} found */
function addressSteps(found) {
  return found.map((step, number) => {
    const made = match.moves[number - 1];
    const said = made ? `${number}. ${match.nameFor(made.side)}: ${made.note || made.move}.` : step.said;
    const worth = step.worth && describeWorth(step.worth);
    const stands = worth ? (number ? `after it: ${worth}` : worth) : "";
    return { ...step, said, stands, because: asSentence(addressNames(step.because ?? "")) };
  });
}

/** What a position is worth: `you win by 5 points in 3 moves (both sides counted)`. @param {Worth} worth */
function describeWorth({ winner, ending, distance, margin, share }) {
  if (ending === "endless") return "play can go on for ever";
  if (share !== null) return describeBelief(share, winner, ending);
  const counted = distance && distance > 1 ? " (both sides counted)" : "";
  const moves = distance === null ? " by repetition" : distance ? ` in ${pluralize(distance, "move")}${counted}` : "";
  if (!winner) return `a tie${moves}`;
  const isYou = match.you.length === 1 && match.you[0] === winner;
  const does = distance !== 0 ? (isYou ? "win" : "wins") : isYou ? "have won" : "has won";
  return `${isYou ? "you" : match.player(winner).name} ${does}${margin ? ` by ${pluralize(margin, "point")}` : ""}${moves}`;
}

/** What a search found: `likely Ann, 71%`, `open, 52% for you`, `Ann wins (proved)`.
 * @param {number} share of the first side @param {Worth["winner"]} winner @param {string} ending */
function describeBelief(share, winner, ending) {
  const side = winner ?? (share >= 0.5 ? "first" : "second");
  const isYou = match.you.length === 1 && match.you[0] === side;
  const name = isYou ? "you" : match.player(side).name;
  if (ending !== "believed") return `${winner ? `${name} ${isYou ? "win" : "wins"}` : "a tie"} (proved)`;
  const own = side === "first" ? share : 1 - share;
  return Math.round(100 * own) <= 55 ? `open, ${writePercent(own)} for ${name}` : `likely ${name}, ${writePercent(own)}`;
}

/** A sentence about both sides by their names, with `(you)` after ours where it stands first.
 * @param {string} sentence */
function addressNames(sentence) {
  const ours = match.you.length === 1 ? match.names[SIDES.indexOf(match.you[0] ?? "first")] : "";
  if (!ours || match.names[0] === match.names[1]) return sentence;
  const escaped = ours.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return sentence.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "u"), () => `${ours} (you)`);
}

const share = makeButton("Copy link", () => undefined);
const links = [linkRecord("text", "text"), ", ", linkRecord("json", "JSON")];
copyOnClick(share, () => location.href);
find("review").append(
  make("div", { className: "row-of" }, share, make("p", { className: "small" }, "Download the record: ", ...links)),
);
