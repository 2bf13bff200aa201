import { find, setText } from "/static/review/elements.js";
import { announce } from "../site/announce.js";
import { copyOnClick } from "../site/clipboard.js";
import { getInvitation, getSeats, saveInvitation } from "../site/seats.js";
import { SIDES } from "../site/sides.js";
import { readInvitation } from "./claim_seat.js";

/** @import {MatchState} from "./match_state.js" */

/** The link for the other seat, as long as that is free.
 * @param {MatchState} match */
export function createInvitation(match) {
  const panel = find("invitation", HTMLElement);
  const field = find("invitation-link", HTMLInputElement);
  const share = find("invitation-share", HTMLButtonElement);
  copyOnClick(find("invitation-copy", HTMLButtonElement), () => field.value);
  const own = Boolean(readInvitation()) && getSeats(match.id).length > 0; // whoever opens the link that was meant for a friend
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
