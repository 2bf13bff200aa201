import { find } from "/static/review/elements.js";
import { Stepper } from "/static/review/stepper.js";
import { announce } from "../site/announce.js";
import { ask, errorText } from "../site/api.js";
import { unfold } from "./positions.js";

/** @import {Replay, Step} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */
/** @import {SeenPosition} from "./positions.js" */

const MOVE = /^#move-(\d+)$/; // in the address

/** That an earlier position is looked at: which one, of how many, whether a move was made since, and the way back.
 * @typedef {{at: number, last: number, missed: boolean, toNow: () => void}} LookingBack */

/** What a replay needs of its page. @typedef {object} ReplayActions
 * @property {() => void} show the position has to be shown that is looked at now
 * @property {(words: string) => void} showProblem */

/** Stepping through a match, while it is played and afterwards: by the buttons, the arrow keys, the list of moves and the
 * address. Nothing of it is a move: whoever looks back goes on from now.
 * @param {MatchState} match @param {ReplayActions} actions */
export function createReplay(match, { show, showProblem }) {
  const stepper = new Stepper(onStep);
  /** What a review says about each step. @type {Step[]} */
  let judged = [];
  let loaded = -1; // the turn whose steps are loaded
  let missed = false;
  /** @type {Promise<void> | undefined} */
  let fetching;
  addEventListener("hashchange", () => MOVE.test(location.hash) && stepper.go(readAddress()));

  /** @param {number} at @param {boolean} asked */
  function onStep(at, asked) {
    if (!asked) return;
    if (at === stepper.last) missed = false;
    history.replaceState(null, "", at === stepper.last ? location.pathname : `#move-${at}`);
    if (!match.positions[at]) fetchPositions();
    show();
    const { said = "", stands = "", because = "" } = stepper.steps[at] ?? {};
    announce([said, stands, because].filter(Boolean).join(" "));
  }

  /** Have every position that this page has not seen itself. */
  function fetchPositions() {
    fetching ??= ask(`/api/matches/${match.id}/replay`)
      .then(
        (told) => {
          const replay = /** @type {Replay} */ (told);
          if (replay.turn !== match.now.turn) return; // it has gone on since: asked again when it is needed
          unfold(replay).forEach((position, at) => (match.positions[at] = position));
          show();
        },
        (error) => showProblem(`The moves before cannot be shown now. ${errorText(error)}`),
      )
      .finally(() => (fetching = undefined));
  }

  /** What there is to be said about each step. */
  function listSteps() {
    const plain = match.moves.map(({ side, move }, at) => `${at + 1}. ${match.nameFor(side)}: ${move}`);
    return ["The start.", ...plain].map((said, at) => {
      const { said: told = said, stands = "", because = "" } = judged[at] ?? {};
      return { said: told, stands, because };
    });
  }

  return {
    /** Take in what has happened. Whoever looks back stays where they are. */
    update() {
      if (loaded === match.now.turn) return;
      const isFirst = loaded < 0;
      const isBack = !isFirst && stepper.at < stepper.last;
      missed = isBack && (missed || match.moves.length > stepper.last);
      loaded = match.now.turn;
      judged = [];
      stepper.load(listSteps(), isFirst ? readAddress() : isBack ? stepper.at : Infinity);
      if (!match.positions[stepper.at]) fetchPositions();
      find("stepping", HTMLElement).hidden = !match.moves.length;
    },
    /** Say at each step what a review found there. @param {Step[]} steps */
    tell(steps) {
      judged = steps;
      stepper.load(listSteps(), stepper.at);
    },
    /** @param {number} step */
    go: (step) => stepper.go(step),
    /** Have the positions that were not seen, when there is nothing better to do. */
    prepare() {
      if (match.positions.length < match.moves.length + 1 || match.positions.includes(undefined)) fetchPositions();
    },
    /** That we look back, if we do. @returns {LookingBack | undefined} */
    get back() {
      const { at, last } = stepper;
      return at < last ? { at, last, missed, toNow: () => stepper.go(last) } : undefined;
    },
    /** The position that is looked at, now or then; nothing while it is not known. @returns {SeenPosition | undefined} */
    get position() {
      return match.positions[Math.max(stepper.at, 0)];
    },
  };
}

/** The step that the address names, or the last one. */
function readAddress() {
  const named = MOVE.exec(location.hash);
  return named ? Number(named[1]) : Infinity;
}
