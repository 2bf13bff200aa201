import { Refusal, tell } from "../site/api.js";
import { getSeats, saveSeat } from "../site/seats.js";
import { read, write } from "../site/storage.js";

/** @import {Seat} from "../protocol/messages" */

const PATIENCE = [300, 600, 1200, 2400]; // milliseconds before asking again, where no answer came
const GONE = [403, 404]; // answers after which there is no seat to be had

/** The invitation in the address, or nothing. */
export function readInvitation() {
  return new URLSearchParams(location.hash.slice(1)).get("join") ?? "";
}

/** The address forgets its invitation: it was taken up, or cannot be. @param {string} match */
export function dropInvitation(match) {
  write(`claim.${match}`, undefined);
  history.replaceState(null, "", location.pathname);
}

/** Whether the seat was asked for before, and nobody knows the answer. @param {string} match */
export function hasClaimed(match) {
  return Boolean(read(`claim.${match}`, ""));
}

/** Take the seat that an invitation leads to. The address forgets the invitation then.
 * @param {string} match @param {string} invitation @param {string} name
 * @returns {Promise<string>} why we have no seat, or nothing */
export async function acceptInvitation(match, invitation, name) {
  let problem = "";
  if (!getSeats(match).length) {
    try {
      saveSeat(await claimSeat(match, invitation, name));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!GONE.includes(error.status)) return error.message; // the invitation stays in the address for another try
      problem = error.message;
    }
  }
  dropInvitation(match);
  return problem;
}

/** Ask for the seat until there is an answer, always with the same claim: should an answer be lost, the seat is not.
 * @param {string} match @param {string} invitation @param {string} name
 * @returns {Promise<Seat>} */
async function claimSeat(match, invitation, name) {
  const claim = read(`claim.${match}`, "") || makeClaim();
  write(`claim.${match}`, claim);
  for (const wait of PATIENCE) {
    try {
      return await tell(`/api/matches/${match}/seat`, { invitation, name, claim });
    } catch (error) {
      if (!(error instanceof Refusal) || ![0, 429, 503].includes(error.status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw new Refusal("The server cannot be reached. Please try again in a moment.", 0);
}

/** Something nobody guesses. @returns {string} */
function makeClaim() {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
