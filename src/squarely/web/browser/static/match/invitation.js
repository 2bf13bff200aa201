import { find, setText } from "/static/review/elements.js";
import { announce } from "../site/announce.js";
import { Refusal, tell } from "../site/api.js";
import { copyOnClick } from "../site/clipboard.js";
import { getInvitation, getSeats, saveInvitation, saveSeat } from "../site/seats.js";
import { SIDES } from "../site/sides.js";
import { read, write } from "../site/storage.js";

/** @import {Seat} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

const PATIENCE = [300, 600, 1200, 2400]; // milliseconds before asking again, where no answer came

/** The invitation in the address, or nothing. */
function readInvitation() {
  return new URLSearchParams(location.hash.slice(1)).get("join") ?? "";
}

/** Whether the address holds an invitation. */
export function hasInvitation() {
  return Boolean(readInvitation());
}

/** Accept the invitation in the address, if there is one and we have no seat yet. The address forgets it then.
 * @param {string} match
 * @returns {Promise<string>} why we have no seat, or nothing */
export async function acceptInvitation(match) {
  const invitation = readInvitation();
  if (!invitation) return "";
  let problem = "";
  if (!getSeats(match).length) {
    try {
      saveSeat(await claimSeat(match, invitation));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!error.status) return error.message; // the invitation stays in the address for another try
      problem = error.message;
    }
  }
  write(`claim.${match}`, undefined);
  history.replaceState(null, "", location.pathname);
  return problem;
}

/** Ask for the seat until there is an answer, always with the same claim: should an answer be lost, the seat is not.
 * @param {string} match @param {string} invitation
 * @returns {Promise<Seat>} */
async function claimSeat(match, invitation) {
  const claim = read(`claim.${match}`, "") || makeClaim();
  write(`claim.${match}`, claim);
  for (const wait of PATIENCE) {
    try {
      return await tell(`/api/matches/${match}/seat`, { invitation, name: read("name", ""), claim });
    } catch (error) {
      if (!(error instanceof Refusal) || ![0, 429, 503].includes(error.status)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  throw new Refusal("The server cannot be reached. Reload the page to try again.", 0);
}

/** Something nobody guesses. @returns {string} */
function makeClaim() {
  return [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The link for the other seat, as long as that is free.
 * @param {MatchState} match */
export function createInvitation(match) {
  const panel = find("invitation", HTMLElement);
  const field = find("invitation-link", HTMLInputElement);
  const share = find("invitation-share", HTMLButtonElement);
  copyOnClick(find("invitation-copy", HTMLButtonElement), () => field.value);
  const own = hasInvitation() && getSeats(match.id).length > 0; // whoever opens the link that was meant for a friend
  field.addEventListener("focus", () => field.select());
  find("invitation-close", HTMLElement).addEventListener("click", () => (panel.hidden = true));
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    navigator.share({ title: `${match.now.title} on Squarely`, url: field.value }).catch(() => undefined);
  });
  return {
    show() {
      const secret = getInvitation(match.id);
      if (match.now.ending) panel.hidden = true;
      const free = SIDES.find((side) => !match.player(side).seated);
      if (secret && free && !match.now.ending) {
        field.value = `${location.origin}/m/${match.id}#join=${secret}`;
        panel.hidden = false;
        if (own) setText(find("invitation-says", HTMLElement), "You have a seat here already. Send the link to a friend.");
      } else if (secret) {
        saveInvitation(match.id, undefined);
        // Beside the board the panel stays where it is, so that nothing jumps under a hand that is about to move.
        const came = match.now.players.find((_, at) => !match.you.includes(SIDES[at] ?? "first"));
        setText(find("invitation-title", HTMLElement), "Your friend is here");
        setText(find("invitation-says", HTMLElement), `${came?.name} has taken the other seat. The link is used up.`);
        find("invitation-free", HTMLElement).hidden = true;
        find("invitation-close", HTMLElement).hidden = false;
        panel.classList.add("taken");
        announce(`${came?.name} has taken the other seat.`);
      }
    },
  };
}
