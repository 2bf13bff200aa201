import { drawBoard } from "/static/review/board_picture.js";
import { find, make, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { ask, errorText, noteIfSlow } from "../site/api.js";
import { copyOnClick } from "../site/clipboard.js";
import { markFinished } from "../site/seats.js";
import { SIDES } from "../site/sides.js";
import { addressSteps } from "./step_words.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {createReplay} from "../match/replay.js" */
/** @import {Review, Step} from "../protocol/messages" */

/** The review of a match that is over: what there is to say at each step of its replay, the chart, the turning points.
 * @param {MatchState} match @param {ReturnType<typeof createReplay>} replay @param {() => void} onSteps they are known */
export function createReview(match, replay, onSteps) {
  const summary = find("review-says", HTMLElement);
  const share = makeButton("Copy link", () => undefined);
  /** @type {Step[]} */
  let steps = [];
  let openedAt = -1; // the turn of the end that is reviewed
  copyOnClick(share, () => location.href);
  find("review", HTMLElement).append(
    make("div", { className: "row-of" }, share),
    make("p", { className: "small" }, "Download the record: ", linkRecord("text", "text"), ", ", linkRecord("json", "JSON")),
  );

  /** @param {string} form @param {string} words */
  function linkRecord(form, words) {
    const download = `${match.id}.${form === "text" ? "match" : form}`;
    return make("a", { href: `/api/matches/${match.id}/record?form=${form}`, download }, words);
  }

  async function open() {
    setText(summary, "");
    /** @type {Review} */
    let review;
    try {
      const path = `/api/matches/${match.id}/review`;
      review = await noteIfSlow(ask(path), () => setText(summary, "Holding the match against the truth…"));
    } catch (error) {
      setText(summary, `There is no review of this match now. ${asSentence(errorText(error))}`);
      return;
    }
    if (match.now.ending) show(review);
  }

  /** @param {Review} review */
  function show(review) {
    setText(find("review-title", HTMLElement), review.says ? "Replay" : "Review");
    setText(summary, review.says && `Nothing is judged here: ${review.says}`);
    find("accuracies", HTMLElement).replaceChildren(...review.accuracies.map(listAccuracy));
    steps = addressSteps(match, review.steps);
    showChart(review.chart);
    if (!review.says) showTurningPoints();
    replay.tell(steps);
    onSteps();
  }

  /** @param {string} words @param {number} at */
  function listAccuracy(words, at) {
    return make("li", {}, make("span", { className: `side-mark ${SIDES[at]}` }), ` ${match.nameFor(SIDES[at] ?? "first")}: ${words}`);
  }

  /** The server's picture, taken in as elements: nothing in it can run.
   * @param {string} chart */
  function showChart(chart) {
    const svg = new DOMParser().parseFromString(chart, "text/html").querySelector("svg");
    if (!svg) return;
    const ours = match.you.length === 1 && svg.querySelector(`text.${match.you[0]}`);
    if (ours) ours.textContent = `${match.you[0] === "first" ? "↑" : "↓"} You win`;
    find("chart-here", HTMLElement).replaceChildren(document.importNode(svg, true));
  }

  function showTurningPoints() {
    const items = steps.flatMap((step, number) => {
      if (!step.turning) return [];
      const leads = makeButton("", () => replay.go(number), "plain");
      leads.append(
        drawBoard(step.board, { changed: step.changed }),
        make("span", {}, make("b", {}, step.said), " ", make("span", {}, step.because || asSentence(step.stands))),
      );
      return [make("li", {}, leads)];
    });
    find("turning-title", HTMLElement).hidden = false;
    find("turning", HTMLElement).replaceChildren(
      ...(items.length ? items : [make("li", { className: "soft" }, "None: the result never turned.")]),
    );
  }

  return {
    show() {
      const isOver = Boolean(match.now.ending);
      find("review", HTMLElement).hidden = !isOver;
      if (!isOver) {
        steps = [];
        openedAt = -1;
      } else if (openedAt !== match.now.turn) {
        openedAt = match.now.turn;
        markFinished(match.id);
        open();
      }
    },
    /** What was found at each step; nothing while that is not known. */
    get steps() {
      return steps;
    },
  };
}
