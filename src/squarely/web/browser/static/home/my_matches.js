import { drawBoard } from "/static/review/board_picture.js";
import { find, make } from "/static/review/elements.js";
import { ask, Refusal } from "../site/api.js";
import { forget, getSeats, listOpenMatches, markFinished, noteFriend } from "../site/seats.js";
import { SIDES } from "../site/sides.js";

/** @import {State, StateMessage} from "../protocol/messages" */

const SHOWN = 6; // at once; the others unfold
const NO_TURNS = 1_000_000; // since the last turn there can be: the state alone

let round = 0; // of asking: somebody who comes back asks again

/** List the matches of this browser that are not over: the first few, and the others when they are unfolded. */
export async function showMyMatches() {
  const others = find("others", HTMLDetailsElement);
  const own = (round += 1);
  /** @type {State[]} */
  const going = [];
  const left = listOpenMatches();
  while (left.length && (others.open || going.length < SHOWN)) {
    going.push(...(await Promise.all(left.splice(0, SHOWN).map(fetchOngoing))).filter((state) => state !== undefined));
    if (own !== round) return;
  }
  find("yours", HTMLElement).hidden = !going.length;
  others.hidden = !left.length && going.length <= SHOWN;
  showList("matches", going.slice(0, SHOWN));
  showList("other-matches", going.slice(SHOWN));
}

/** @param {string} id @param {State[]} states */
function showList(id, states) {
  find(id, HTMLElement).replaceChildren(...states.map((state) => make("li", {}, makeCard(state))));
}

/** How a match stands, unless it is over or gone.
 * @param {string} match @returns {Promise<State | undefined>} */
async function fetchOngoing(match) {
  try {
    const { state } = /** @type {StateMessage} */ (await ask(`/api/matches/${match}`, { since: NO_TURNS }));
    noteFriend(match, state.between_people && getSeats(match).length === 1);
    if (!state.ending) return state;
    markFinished(match);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) forget(match);
  }
  return undefined;
}

/** @param {State} state */
function makeCard(state) {
  const seats = getSeats(state.match).map((seat) => seat.side);
  const ours = state.mover !== null && seats.includes(state.mover);
  const mover = state.mover && state.players[SIDES.indexOf(state.mover)];
  const says = ours && seats.length === 1 ? "● Your turn" : `${mover ? mover.name : "Nobody"} is to move`;
  const names = state.players.map((player) => player.name).join(" – ");
  return make(
    "a",
    { href: `/m/${state.match}` },
    drawBoard(state.board, { changed: state.changed }),
    make("b", {}, `${state.title} (${state.game})`),
    make("span", { className: ours ? "ours" : "" }, `${says} · ${names}`),
  );
}
