import { drawBoard } from "/static/review/board_picture.js";
import { make } from "/static/review/elements.js";
import { SIDES } from "../site/sides.js";

/** @import {MatchSummary} from "../protocol/messages" */
/** @import {StoredMatch} from "../site/stored_matches.js" */

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60]]; // prettier-ignore
const ago = new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" });

/** A match in the list: a link to it, and a button that takes it off the list or puts it back.
 * @param {string} match @param {StoredMatch} stored @param {() => void} toggle
 * @returns {HTMLElement} */
export function makeMatchItem(match, stored, toggle) {
  const { seen, hidden } = stored;
  if (!seen) return make("li", { className: "coming" }, make("a", { href: `/m/${match}` }, "A match"));
  const against = describeOpponent(stored, seen);
  const says = describeStanding(stored, seen);
  const link = make(
    "a",
    { href: `/m/${match}` },
    drawBoard(seen.board),
    make("b", {}, against),
    make("span", { className: "small soft" }, seen.title, " · ", seen.subtitle),
    make(
      "span",
      { className: "small standing" },
      make("span", { className: isOurTurn(stored) && seen.between_people ? "badge main" : "badge" }, says),
      " ",
      make("time", { className: "soft", dateTime: new Date(seen.at * 1000).toISOString() }, describeAge(seen.at)),
    ),
  );
  const words = hidden ? "Show again" : "Hide";
  const button = make("button", { type: "button", className: "plain dismiss", title: words }, hidden ? "↩" : "×");
  button.ariaLabel = `${words}: ${seen.title}, ${against}`;
  button.addEventListener("click", toggle);
  return make("li", {}, link, button);
}

/** Whether the other side waits for us; not where both sides are ours. @param {StoredMatch} stored */
export function isOurTurn({ seats, seen, over }) {
  return !over && seen?.mover != null && !seen.waiting && seats.length === 1 && seats[0]?.side === seen.mover;
}

/** @param {StoredMatch} stored @param {MatchSummary} seen */
function describeOpponent({ seats }, { names, waiting }) {
  if (waiting) return "A friend by link";
  if (seats.length !== 1) return names.join(" and ");
  return names[1 - SIDES.indexOf(seats[0]?.side ?? "first")] ?? "";
}

/** @param {StoredMatch} stored @param {MatchSummary} seen */
function describeStanding(stored, { over, winner, mover, waiting, names }) {
  const ours = stored.seats.length === 1 ? stored.seats[0]?.side : undefined;
  if (over && !winner) return "A draw";
  if (over && ours) return winner === ours ? "You won" : "You lost";
  if (over && winner) return `${names[SIDES.indexOf(winner)]} won`;
  if (waiting) return "Not here yet";
  if (isOurTurn(stored)) return "Your turn";
  return mover ? `${names[SIDES.indexOf(mover)]} to move` : "";
}

/** How long ago that was. @param {number} at seconds since 1970 */
function describeAge(at) {
  const seconds = Date.now() / 1000 - at;
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? [];
  return unit && size ? ago.format(-Math.floor(seconds / size), unit) : "just now";
}
