import { names, read, write } from "./store.js";

/** @import {Seat, SideName} from "./messages" */

/** A seat that this browser holds. @typedef {{side: SideName, secret: string}} Held */
/** What this browser keeps of a match, under a name of its own, so that no two tabs write over each other's: its seats,
 * when the first one was taken, the invitation to the other one while nobody has come, whether a friend plays, and
 * whether it is over.
 * @typedef {{seats: Held[], taken: number, invitation?: string, friend?: boolean, over?: boolean}} Kept */

const FINISHED = 50; // matches to remember after their end, for a rematch; those that go on are never forgotten

/** The seats of this browser at a match.
 * @param {string} match @returns {Held[]} */
export function seatsAt(match) {
  return kept(match)?.seats ?? [];
}

/** Every match that this browser has a seat at and does not know to be over: those with friends first, then the newest.
 * @returns {string[]} */
export function openMatches() {
  const open = all().filter(([, each]) => !each.over);
  return open.sort(([, a], [, b]) => Number(b.friend) - Number(a.friend) || b.taken - a.taken).map(([match]) => match);
}

/** Keep a seat that was taken. Where there is no room, matches that are over make some.
 * @param {Seat} seat @param {boolean} [friend] whether a friend plays too */
export function keep({ match, side, secret }, friend = true) {
  const before = kept(match) ?? { seats: [], taken: Date.now(), friend };
  const after = { ...before, seats: [...before.seats.filter((each) => each.side !== side), { side, secret }] };
  if (write(name(match), after)) return;
  forgetFinished(0);
  write(name(match), after);
}

/** Note whether a friend plays in a match. @param {string} match @param {boolean} friend */
export function noteFriend(match, friend) {
  change(match, { friend });
}

/** Note that a match is over. Of those that are, the ones that began first are forgotten.
 * @param {string} match */
export function finish(match) {
  change(match, { over: true });
  forgetFinished(FINISHED);
}

/** Forget a match that is no more.
 * @param {string} match */
export function forget(match) {
  write(name(match), undefined);
}

/** The invitation to the other seat of a match that was begun here, until somebody has taken it.
 * @param {string} match @returns {string | undefined} */
export function invitationTo(match) {
  return kept(match)?.invitation;
}

/** @param {string} match @param {string | undefined} invitation nothing: somebody has come */
export function keepInvitation(match, invitation) {
  change(match, { invitation });
}

/** @param {string} match @returns {string} */
function name(match) {
  return `match.${match}`;
}

/** @param {string} match @returns {Kept | undefined} */
function kept(match) {
  return read(name(match), undefined);
}

/** @returns {[string, Kept][]} */
function all() {
  return names(name("")).flatMap((match) => {
    const found = kept(match);
    return found ? [/** @type {[string, Kept]} */ ([match, found])] : [];
  });
}

/** @param {string} match @param {Partial<Kept>} news */
function change(match, news) {
  const before = kept(match);
  if (before) write(name(match), { ...before, ...news });
}

/** @param {number} most that stay */
function forgetFinished(most) {
  const finished = all().filter(([, each]) => each.over);
  finished.sort(([, a], [, b]) => b.taken - a.taken);
  for (const [match] of finished.slice(most)) forget(match);
}

/** What an earlier version kept: all matches under one name, the newest last. */
function takeOver() {
  const seats = Object.entries(/** @type {Record<string, Held[]>} */ (read("seats", {})));
  const invitations = /** @type {Record<string, string>} */ (read("invitations", {}));
  const over = /** @type {string[]} */ (read("over", []));
  seats.forEach(([match, held], at) => {
    const more = { friend: held.length === 1, invitation: invitations[match], over: over.includes(match) };
    if (!kept(match)) write(name(match), { seats: held, taken: at, ...more });
  });
  for (const old of ["seats", "invitations", "over"]) if (seats.length) write(old, undefined);
}

takeOver();
