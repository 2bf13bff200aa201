import { drawBoard } from "/static/review/board_picture.js";
import { find, make, makeButton, setText } from "/static/review/elements.js";
import { Stepper } from "/static/review/stepper.js";
import { asSentence } from "/static/review/words.js";
import { announce } from "../site/announce.js";
import { ask, errorText, noteIfSlow } from "../site/api.js";
import { copyOnClick } from "../site/clipboard.js";
import { markFinished } from "../site/seats.js";
import { linkToExplore, SIDES } from "../site/sides.js";

/** @import {MatchState} from "../match/match_state.js" */
/** @import {createMoveList} from "../match/move_list.js" */
/** @import {Review, Step} from "../protocol/messages" */
/** @import {BoardView} from "../site/board_view.js" */

/** The review of a match that is over: stepping through it, the chart, the turning points.
 * @param {MatchState} match @param {BoardView} board @param {ReturnType<typeof createMoveList>} moves */
export function createReview(match, board, moves) {
  const summary = find("review-says", HTMLElement);
  const further = make("a", { className: "button" }, "Play on from here");
  const share = makeButton("Copy link", () => undefined);
  const stepper = new Stepper(showStep);
  /** @type {Step[]} */
  let steps = [];
  let openedAt = -1; // the turn of the end that is reviewed
  copyOnClick(share, () => location.href);
  find("review", HTMLElement).append(
    make("div", { className: "row-of" }, further, share),
    make("p", { className: "small" }, "Download the record: ", linkRecord("text", "text"), ", ", linkRecord("json", "JSON")),
  );
  addEventListener("hashchange", () => stepper.go(readAddress()));

  /** @param {string} form @param {string} words */
  function linkRecord(form, words) {
    const download = `${match.id}.${form === "text" ? "match" : form}`;
    return make("a", { href: `/api/matches/${match.id}/record?form=${form}`, download }, words);
  }

  /** The step that the address names, or the last one. */
  function readAddress() {
    const named = /^#move-(\d+)$/.exec(location.hash);
    return named ? Number(named[1]) : Infinity;
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
      find("stepping", HTMLElement).hidden = true;
      return;
    }
    if (match.now.ending) show(review, match.now.ending.closing);
  }

  /** @param {Review} review @param {string} closing */
  function show(review, closing) {
    setText(find("review-title", HTMLElement), review.says ? "Replay" : "Review");
    setText(summary, review.says && `Nothing is judged here: ${review.says}`);
    find("accuracies", HTMLElement).replaceChildren(...review.accuracies.map(listAccuracy));
    setText(find("closing", HTMLElement), closing);
    showChart(review.chart);
    if (!review.says) showTurningPoints(review);
    steps = review.steps;
    moves.show(steps);
    stepper.load(steps, readAddress());
  }

  /** @param {string} words @param {number} at */
  function listAccuracy(words, at) {
    return make("li", {}, make("span", { className: `side-mark ${SIDES[at]}` }), ` ${match.names[at]}: ${words}`);
  }

  /** The server's picture, taken in as elements: nothing in it can run.
   * @param {string} chart */
  function showChart(chart) {
    const svg = new DOMParser().parseFromString(chart, "text/html").querySelector("svg");
    if (svg) find("chart-here", HTMLElement).replaceChildren(document.importNode(svg, true));
  }

  /** @param {Review} review */
  function showTurningPoints(review) {
    const items = review.steps.flatMap((step, number) => {
      if (!step.turning) return [];
      const leads = makeButton("", () => stepper.go(number), "plain");
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

  /** Show the board of a step, and where to go on from it. @param {number} at @param {boolean} asked */
  function showStep(at, asked) {
    const step = steps[at];
    if (!step) return;
    board.show(step.board, step.changed, match.names);
    const isLast = at === steps.length - 1;
    const isOver = isLast && Boolean(match.now.ending?.closing); // the rules ended it there
    const { game, options } = match.now;
    if (isOver) further.removeAttribute("href");
    else further.href = linkToExplore({ game, options, position: step.position });
    further.ariaDisabled = String(isOver);
    if (!asked) return;
    history.replaceState(null, "", isLast ? location.pathname : `#move-${at}`);
    announce([step.said, asSentence(step.stands), step.because].filter(Boolean).join(" "));
  }

  return {
    show() {
      const isOver = Boolean(match.now.ending);
      find("review", HTMLElement).hidden = !isOver;
      if (!isOver) {
        stepper.load((steps = []));
        openedAt = -1;
        find("stepping", HTMLElement).hidden = true;
      } else if (openedAt !== match.now.turn) {
        openedAt = match.now.turn;
        markFinished(match.id);
        find("stepping", HTMLElement).hidden = false;
        open();
      }
    },
    /** Whether the board is showing a step of its own choice. */
    get isStepping() {
      return steps.length > 0;
    },
  };
}
