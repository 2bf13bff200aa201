import { announce } from "./announce.js";
import { ask, sentence } from "./api.js";
import { copies } from "./copying.js";
import { button, find, make, say } from "./elements.js";
import { picture } from "./picture.js";
import { finish } from "./seats.js";
import { noticed } from "./waiting.js";
import { sentence as full, playOn, SIDES } from "./words.js";

/** @import {BoardView} from "./board.js" */
/** @import {moveList} from "./moves.js" */
/** @import {Review} from "./messages" */
/** @import {Table} from "./table.js" */

/** The review of a match that is over: stepping through it, the chart, the turning points.
 * @param {Table} table @param {BoardView} board @param {ReturnType<typeof moveList>} moves */
export function review(table, board, moves) {
  const steps = {
    start: find("to-start", HTMLButtonElement),
    back: find("back", HTMLButtonElement),
    on: find("on", HTMLButtonElement),
    end: find("to-end", HTMLButtonElement),
  };
  const says = find("review-says", HTMLElement);
  const further = make("a", { className: "button" }, "Play on from here");
  const share = button("Copy link", () => undefined);
  /** @type {Review | undefined} */
  let found;
  let at = 0;
  let opened = -1; // the turn of the end that is reviewed
  copies(share, () => location.href);
  find("review", HTMLElement).append(
    make("div", { className: "row-of" }, further, share),
    make("p", { className: "small" }, "Download the record: ", record("text", "text"), ", ", record("json", "JSON")),
  );
  steps.start.onclick = () => go(0);
  steps.back.onclick = () => go(at - 1);
  steps.on.onclick = () => go(at + 1);
  steps.end.onclick = () => go(Infinity);
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", () => found && go(linked()));

  /** @param {string} form @param {string} words */
  function record(form, words) {
    return make(
      "a",
      {
        href: `/api/matches/${table.match}/record?form=${form}`,
        download: `${table.match}.${form === "text" ? "match" : form}`,
      },
      words,
    );
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity };
    const step = ways[event.key];
    if (step === undefined || !found || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof HTMLInputElement || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    go(step);
  }

  /** The step that the address names, or the last one. */
  function linked() {
    const named = /^#move-(\d+)$/.exec(location.hash);
    return named ? Number(named[1]) : Infinity;
  }

  /** @param {string} words @param {number} at */
  function accuracy(words, at) {
    return make("li", {}, make("span", { className: `side-mark ${SIDES[at]}` }), ` ${table.names[at]}: ${words}`);
  }

  async function open() {
    say(says, "");
    try {
      const path = `/api/matches/${table.match}/review`;
      found = await noticed(ask(path), () => say(says, "Holding the match against the truth…"));
    } catch (error) {
      say(says, `There is no review of this match now. ${full(sentence(error))}`);
      find("stepping", HTMLElement).hidden = true;
      return;
    }
    if (!found || !table.now.ending) return;
    say(find("review-title", HTMLElement), found.says ? "Replay" : "Review");
    say(says, found.says && `Nothing is judged here: ${found.says}`);
    find("accuracies", HTMLElement).replaceChildren(...found.accuracies.map(accuracy));
    say(find("closing", HTMLElement), table.now.ending.closing);
    showChart(found.chart);
    if (!found.says) showTurningPoints(found);
    moves.show(found.steps, go);
    go(linked(), false);
  }

  /** The server's picture, taken in as elements: nothing in it can run.
   * @param {string} chart */
  function showChart(chart) {
    const svg = new DOMParser().parseFromString(chart, "text/html").querySelector("svg");
    if (!svg) return;
    const drawn = document.importNode(svg, true);
    find("chart-here", HTMLElement).replaceChildren(drawn);
    drawn.addEventListener("click", (event) => {
      const dot = event.target instanceof Element && event.target.closest("[id^=dot-]");
      if (dot) go(Number(dot.id.slice("dot-".length)));
    });
  }

  /** @param {Review} review */
  function showTurningPoints(review) {
    const items = review.steps.flatMap((step, number) => {
      if (!step.turning) return [];
      const leads = button("", () => go(number), "plain");
      leads.append(
        picture(step.board, step.changed),
        make("span", {}, make("b", {}, step.said), " ", make("span", {}, step.because || full(step.stands))),
      );
      return [make("li", {}, leads)];
    });
    find("turning-title", HTMLElement).hidden = false;
    find("turning", HTMLElement).replaceChildren(
      ...(items.length ? items : [make("li", { className: "soft" }, "None: the result never turned.")]),
    );
  }

  /** Show a step. @param {number} step @param {boolean} [aloud] */
  function go(step, aloud = true) {
    const last = (found?.steps.length ?? 0) - 1;
    at = Math.min(Math.max(step, 0), last);
    const shown = found?.steps[at];
    if (!shown) return;
    board.show(shown.board, shown.changed, table.names);
    const told = [shown.said, full(shown.stands), shown.because];
    told.forEach((words, line) => say(find("told", HTMLElement).children[line] ?? document.body, words));
    const dot = document.querySelector(`#dot-${at} circle`);
    for (const end of ["x1", "x2"])
      document.getElementById("cursor")?.setAttribute(end, dot?.getAttribute("cx") ?? "0");
    moves.mark(at);
    steps.start.disabled = steps.back.disabled = at === 0;
    steps.on.disabled = steps.end.disabled = at === last;
    const isOver = at === last && Boolean(table.now.ending?.closing); // the rules ended it there
    const { game, options } = table.now;
    if (isOver) further.removeAttribute("href");
    else further.href = playOn({ game, options, position: shown.position });
    further.ariaDisabled = String(isOver);
    if (aloud) {
      history.replaceState(null, "", at === last ? location.pathname : `#move-${at}`);
      announce(told.filter(Boolean).join(" "));
    }
  }

  return {
    show() {
      const over = Boolean(table.now.ending);
      find("review", HTMLElement).hidden = !over;
      if (!over) {
        found = undefined;
        opened = -1;
        find("stepping", HTMLElement).hidden = true;
      } else if (opened !== table.now.turn) {
        opened = table.now.turn;
        finish(table.match);
        find("stepping", HTMLElement).hidden = false;
        open();
      }
    },
    /** Whether the board is showing a step of its own choice. */
    get stepping() {
      return found !== undefined;
    },
  };
}
