import { ask, Refusal } from "./api.js";
import { find, make } from "./elements.js";
import { picture } from "./picture.js";
import { forget, matches, seatsAt } from "./seats.js";
import { read, write } from "./store.js";
import { SIDES } from "./words.js";

/** @import {State, StateMessage} from "./messages" */

const MOST = 6; // to list
const NO_TURNS = 1_000_000; // since the last turn there can be: the state alone

/** List the matches of this browser that are not over. */
export async function showYours() {
  const over = new Set(read("over", /** @type {string[]} */ ([])));
  const open = matches().filter((match) => !over.has(match));
  const states = await Promise.all(open.slice(0, MOST).map(stateOf));
  const going = states
    .filter((state) => state !== undefined)
    .filter((state) => !state.ending || (over.add(state.match), false));
  write(
    "over",
    [...over].filter((match) => seatsAt(match).length),
  );
  find("yours", HTMLElement).hidden = !going.length;
  find("matches", HTMLElement).replaceChildren(...going.map((state) => make("li", {}, card(state))));
}

/** @param {string} match @returns {Promise<State | undefined>} */
async function stateOf(match) {
  try {
    const { state } = /** @type {StateMessage} */ (await ask(`/api/matches/${match}`, { since: NO_TURNS }));
    return state;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) forget(match);
    return undefined;
  }
}

/** @param {State} state */
function card(state) {
  const seats = seatsAt(state.match).map((seat) => seat.side);
  const ours = state.mover !== null && seats.includes(state.mover);
  const mover = state.mover && state.players[SIDES.indexOf(state.mover)];
  const says = ours && seats.length === 1 ? "● Your turn" : `${mover ? mover.name : "Nobody"} is to move`;
  const names = state.players.map((player) => player.name).join(" – ");
  return make(
    "a",
    { href: `/m/${state.match}` },
    picture(state.board, state.changed),
    make("b", {}, `${state.title} (${state.game})`),
    make("span", { className: ours ? "ours" : "" }, `${says} · ${names}`),
  );
}
