import { find, makeButton, setText } from "/static/review/elements.js";
import { asSentence } from "/static/review/words.js";
import { readPart } from "../site/rulebook.js";
import { getSeats } from "../site/seats.js";
import { SIDES } from "../site/sides.js";
import { read, write } from "../site/storage.js";
import { acceptInvitation, dropInvitation, hasClaimed, readInvitation } from "./claim_seat.js";
import { loadRules } from "./rules_drawer.js";

/** @import {MatchState} from "./match_state.js" */

/** What an invitation leads to. @typedef {object} InvitedActions
 * @property {() => void} sit we have a seat now
 * @property {(words: string) => void} showProblem */

/** Tell whoever was invited what this is, who invites them and how it is played, and ask for their name, before they take
 * the seat. Whoever does not want it watches, and can take it later. Who has a seat here already is asked nothing.
 * @param {MatchState} match @param {InvitedActions} actions */
export function createInvited(match, { sit, showProblem }) {
  const dialog = find("invited", HTMLDialogElement);
  const name = find("invited-name", HTMLInputElement);
  const play = find("invited-play", HTMLButtonElement);
  const later = makeButton("Take the free seat", open, "main");
  let invitation = readInvitation();
  later.hidden = true;
  find("actions", HTMLElement).append(later);
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    write("name", name.value.trim());
    take(name.value.trim());
  });
  find("invited-watch", HTMLElement).addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", show); // on Escape, too

  /** The seats that nobody has taken. */
  const isFree = () => SIDES.some((side) => !match.player(side).seated) && !match.now.ending;

  /** @param {string} given */
  async function take(given) {
    play.disabled = true;
    const problem = await acceptInvitation(match.id, invitation, given);
    play.disabled = false;
    setText(find("invited-problem", HTMLElement), asSentence(problem));
    if (problem && readInvitation()) return; // it can be tried again
    invitation = "";
    dialog.close();
    if (problem) showProblem(problem);
    else sit();
  }

  function open() {
    const { title, goal, players } = match.now;
    const host = players.find((player) => player.seated)?.name ?? "Somebody";
    setText(find("invited-title", HTMLElement), `${host} invites you to play ${title}`);
    setText(find("invited-says", HTMLElement), `A small game for two, played here in the browser. ${goal}`);
    setText(find("invited-problem", HTMLElement), "");
    name.value = read("name", "");
    if (!dialog.open) dialog.showModal();
    play.focus();
    tellRules();
  }

  /** How it is played, in short; without that there is still the goal. */
  async function tellRules() {
    const facts = await loadRules(match).catch(() => undefined);
    if (!facts) return;
    setText(find("invited-rules", HTMLElement), readPart(facts.rules, "Moving"));
  }

  function show() {
    later.hidden = !invitation || dialog.open || match.you.length > 0 || !isFree();
  }

  return {
    /** Take up the invitation in the address. To be called when it is known how the match stands. */
    begin() {
      invitation = readInvitation();
      if (!invitation) return show();
      if (getSeats(match.id).length) dropInvitation(match.id);
      else if (hasClaimed(match.id)) take(read("name", ""));
      else if (isFree()) open();
      else {
        dropInvitation(match.id);
        showProblem(match.now.ending ? "This match is over; you can look at it" : "That seat is taken already; you can watch");
      }
      show();
    },
    show,
  };
}
