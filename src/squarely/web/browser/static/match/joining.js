// How a seat comes to this browser and leaves it: by invitation, and from one device to another.
import {
  announce, ask, asSentence, copyOnClick, find, getSeats, makeButton, read, readMatch, readPart, Refusal, saveSeat,
  setText, SIDES, tell, updateMatch, write,
} from "../site/site.js";
import { connection, match, showProblem } from "./match_state.js";

/** @import {GameFacts, Seat, SideName, StateMessage} from "../protocol/messages" */

const SEAT = /^(first|second)\.([\w-]{20,64})$/; // in an address
const NO_TURNS = 1_000_000; // since the last turn there can be: the state alone
const PATIENCE = [300, 600, 1200, 2400]; // milliseconds before asking again, where no answer came
const GONE = [403, 404]; // answers after which there is no seat to be had

const dialog = find("invited", HTMLDialogElement);
const name = find("invited-name", HTMLInputElement);
const play = find("invited-play", HTMLButtonElement);
const later = makeButton("Take the free seat", openInvited, "main");
const isOwn = Boolean(readInvitation()) && getSeats(match.id).length > 0; // the host has opened the friend's link
let invitation = readInvitation();

/** The invitation in the address, or nothing. */
function readInvitation() {
  return new URLSearchParams(location.hash.slice(1)).get("join") ?? "";
}

/** The address forgets its invitation: it was taken up, or cannot be. */
function dropInvitation() {
  write(`claim.${match.id}`, undefined);
  history.replaceState(null, "", location.pathname);
}

/** Take the seat that an invitation leads to; the address forgets the invitation then. It is asked for until there is
 * an answer, always with the same claim: should an answer be lost, the seat is not.
 * @param {string} given our name @returns {Promise<string>} why we have no seat, or nothing */
async function acceptInvitation(given) {
  const key = `claim.${match.id}`;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const claim = read(key, "") || [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  write(key, claim);
  let problem = "";
  for (const wait of getSeats(match.id).length ? [] : PATIENCE) {
    try {
      saveSeat(/** @type {Seat} */ (await tell(`/api/matches/${match.id}/seat`, { invitation, name: given, claim })));
      problem = "";
      break;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problem = error.message;
      if (GONE.includes(error.status)) break;
      if (![0, 429, 503].includes(error.status)) return problem; // the invitation stays in the address for another try
      if (wait === PATIENCE.at(-1)) return "The server cannot be reached. Please try again in a moment.";
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  dropInvitation();
  return problem;
}

/** Let the buttons beside a link copy and share it. @param {string} place of the link in the page @returns its field */
function handLinkOn(place) {
  const field = find(`${place}-link`, HTMLInputElement);
  const share = find(`${place}-share`, HTMLButtonElement);
  copyOnClick(find(`${place}-copy`, HTMLButtonElement), () => field.value);
  field.addEventListener("focus", () => field.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    navigator.share({ title: `${match.now.title} on Squarely`, url: field.value }).catch(() => undefined);
  });
  return field;
}

/** Show the link for the other seat, as long as that is free. */
function showInvitation() {
  const secret = readMatch(match.id)?.invitation;
  if (match.now.ending) find("invitation").hidden = true;
  const free = SIDES.find((side) => !match.player(side).seated);
  if (secret && free && !match.now.ending) {
    invitationLink.value = `${location.origin}/m/${match.id}#join=${secret}`;
    find("invitation").hidden = false;
    if (isOwn) setText(find("invitation-says"), "You have a seat here already. Send the link to a friend.");
  } else if (secret) {
    updateMatch(match.id, { invitation: undefined });
    // Beside the board the panel stays where it is, so that nothing jumps under a hand that is about to move.
    const came = match.now.players.find((_, at) => !match.you.includes(SIDES[at] ?? "first"));
    setText(find("invitation-title"), "Your friend is here");
    setText(find("invitation-says"), `${came?.name} has taken the other seat. The link is used up.`);
    find("invitation-free").hidden = true;
    find("invitation-close").hidden = false;
    announce(`${came?.name} has taken the other seat.`);
  }
}

const isFree = () => SIDES.some((side) => !match.player(side).seated) && !match.now.ending;

/** Take the seat under this name. @param {string} given */
async function take(given) {
  play.disabled = true;
  const problem = await acceptInvitation(given);
  play.disabled = false;
  setText(find("invited-problem"), asSentence(problem));
  if (problem && readInvitation()) return; // it can be tried again
  invitation = "";
  dialog.close();
  if (problem) showProblem(problem);
  else connection.rejoin();
}

/** Tell a guest what this is, who invites them and how it is played, and ask for their name, before they take the seat. A
 * guest who does not want it watches, and can take it later. A player who has a seat here already is asked nothing. */
async function openInvited() {
  const { title, goal, players } = match.now;
  const host = players.find((player) => player.seated)?.name ?? "Somebody";
  setText(find("invited-title"), `${host} invites you to play ${title}`);
  setText(find("invited-says"), `A small game for two, played here in the browser. ${goal}`);
  setText(find("invited-problem"), "");
  name.value = read("name", "");
  if (!dialog.open) dialog.showModal();
  play.focus();
  const asked = /** @type {Promise<GameFacts>} */ (ask(`/api/games/${match.now.game}`, { options: match.now.options }));
  const facts = await asked.catch(() => undefined); // without the rules there is still the goal
  if (facts) setText(find("invited-rules"), readPart(facts.rules, "Moving"));
}

/** Take up the invitation in the address, if there is one. To be called when it is known how the match stands. */
export function joinByAddress() {
  invitation = readInvitation();
  if (invitation && getSeats(match.id).length) dropInvitation();
  else if (invitation && read(`claim.${match.id}`, "")) take(read("name", "")); // asked for before, the answer was lost
  else if (invitation && isFree()) openInvited();
  else if (invitation) {
    dropInvitation();
    showProblem(match.now.ending ? "This match is over; you can look at it" : "That seat is taken already; you can watch");
  }
  showJoining();
}

/** Show which seats can be handed on and taken. The secrets of a link stand behind its #, which no browser sends. */
export function showJoining() {
  later.hidden = !invitation || dialog.open || match.you.length > 0 || !isFree();
  const seats = getSeats(match.id).map(({ side, secret }) => `seat=${side}.${secret}`);
  deviceLink.value = seats.length ? `${location.origin}/m/${match.id}#${seats.join("&")}` : "";
  find("device-open").hidden = !match.you.length || Boolean(match.now.ending);
  showInvitation();
}

/** Take the seats that the address hands over. The address bar forgets them before anything else is done.
 * @returns {Promise<string>} why they are not ours now, as a sentence; or nothing */
export async function takeSeatFromAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).getAll("seat").map((text) => SEAT.exec(text));
  history.replaceState(null, "", location.pathname + location.search);
  const taken = given.map((found) => ({ match: match.id, side: /** @type {SideName} */ (found?.[1]), secret: found?.[2] ?? "" }));
  if (!given.every(Boolean)) return "This link to a seat is incomplete. Copy it again on your other device.";
  const held = getSeats(match.id).map(({ side }) => side);
  if (held.length && taken.some(({ side }) => !held.includes(side)))
    return "You have the other seat at this match already. Open that link on another device.";
  const refused = await Promise.all(taken.map(explainNoSeat));
  taken.forEach((seat, at) => !refused[at] && saveSeat(seat));
  return refused.find(Boolean) ?? "";
}

/** Why this is no seat, or nothing. Where nobody answers, it is one as long as it takes no other one's place.
 * @param {Seat} seat @returns {Promise<string>} */
async function explainNoSeat({ side, secret }) {
  try {
    const { you } = /** @type {StateMessage} */ (await ask(`/api/matches/${match.id}`, { since: NO_TURNS }, secret));
    return you?.includes(side) ? "" : "This link opens no seat here. Copy it again on your other device; you can watch.";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return getSeats(match.id).some((each) => each.side === side) ? error.message : "";
  }
}

const invitationLink = handLinkOn("invitation");
const deviceLink = handLinkOn("device");
later.hidden = true;
find("actions").prepend(later);
find("invitation-close").addEventListener("click", () => (find("invitation").hidden = true));
find("invited-watch").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", showJoining); // on Escape, too
dialog.querySelector("form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  write("name", name.value.trim());
  take(name.value.trim());
});
