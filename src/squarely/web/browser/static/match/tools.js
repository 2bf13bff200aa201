// What stands around a match: rules, signals, keys, typed moves, invitations and other devices.
import {
  announce, ask, asSentence, copyOnClick, errorText, find, formatRules, make, makeButton, read, readPart, Refusal, setText, SIDES,
  tell, write,
} from "../site/site.js";
import { getSeats, linkToSeat, readMatch, saveSeat, updateMatch } from "../site/matches.js";

/** @import {GameFacts, OptionFacts, Seat} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */

const NOTES = [659, 880]; // hertz, one after the other
const LENGTH = 0.18; // seconds of each
const PATIENCE = [300, 600, 1200, 2400]; // milliseconds before asking again, where no answer came
const GONE = [403, 404]; // answers after which there is no seat to be had

/** @type {Promise<GameFacts> | undefined} */ let asked;

/** The rules of a match with its options, asked for once. @param {MatchState} match @returns {Promise<GameFacts>} */
function loadRules(match) {
  asked ??= ask(`/api/games/${match.now.game}`, { options: match.now.options });
  asked.catch(() => (asked = undefined)); // to be asked again
  return asked;
}

/** Fill the drawer with the rules of this match, and what holds where the rulebook leaves a choice.
 * @param {MatchState} match */
async function showRules(match) {
  const body = find("rules");
  setText(find("rules-title"), match.now.title);
  setText(body, "Fetching the rules…");
  try {
    const { rules, options, game } = await loadRules(match);
    const chosen = new Map(match.now.options.split(",").map((each) => /** @type {[string, string]} */ (each.split("="))));
    body.replaceChildren(
      formatRules(rules),
      make("h3", {}, "In this match"),
      make("dl", { className: "rulings" }, ...options.flatMap((option) => listSetting(option, chosen.get(option.name)))),
      make("p", {}, make("a", { href: `/games/${game}`, target: "_blank" }, "All about this game")),
    );
  } catch (error) {
    body.replaceChildren(make("p", {}, errorText(error)), makeButton("Try again", () => showRules(match)));
  }
}

/** @param {OptionFacts} option @param {string | undefined} chosen */
function listSetting({ name, says, default: usual, readings }, chosen = usual) {
  const holds = readings?.[chosen] ?? `${chosen}: ${says}`;
  const changed = chosen === usual ? [] : [" ", make("span", { className: "badge" }, "changed")];
  const why = readings ? [make("p", { className: "small soft" }, asSentence(says.replaceAll("`", "")))] : [];
  return [make("dt", {}, name.replaceAll("_", " "), ...changed), make("dd", {}, asSentence(holds), ...why)];
}

/** Let buttons open the dialogs they name: the rules, the keys, another device, sound and notifications.
 * @param {MatchState} match */
export function createDialogs(match) {
  for (const opener of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]")))
    opener.addEventListener("click", () => find(opener.dataset.opens ?? "", HTMLDialogElement).showModal());
  find("rules-open").addEventListener("click", () => showRules(match));
  for (const name of /** @type {const} */ (["sound", "notification"])) {
    const input = find(name, HTMLInputElement);
    input.checked = signals[name];
    input.addEventListener("change", async () => {
      const refusal = input.checked && name === "notification" ? await askToNotify() : "";
      setText(find("settings-problem"), refusal);
      signals[name] = input.checked &&= !refusal;
      write("signals", signals);
      if (signals.sound && name === "sound") ring(); // so that it is known, and the browser allows it from now on
    });
  }
}

/** Ask the browser for leave. @returns {Promise<string>} why there is none, or nothing */
async function askToNotify() {
  if (!("Notification" in window)) return "This browser has no notifications, or not for pages without https.";
  const leave = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  return leave === "granted" ? "" : "Your browser does not let this site notify you. You can change that in its settings.";
}

/** Single keys press the visible button that carries them, unless the user types. They can be switched off.
 * @param {() => void} focusBoard */
export function listenForShortcuts(focusBoard) {
  const on = find("shortcuts-on", HTMLInputElement);
  on.checked = read("shortcuts", true);
  on.addEventListener("change", () => write("shortcuts", on.checked));
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (!on.checked || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (document.querySelector("dialog[open]")) return;
    if (target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const carriers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-key]")]);
    const carrier = carriers.find((each) => each.dataset.key === key && each.offsetParent);
    if (key === "?") find("keys").click();
    else if (key === "b") focusBoard();
    else if (carrier) carrier.click();
    else return;
    event.preventDefault();
  });
}

/** Moves typed as the rulebook writes them: folded away until it is asked for, and remembered.
 * @param {MatchState} match @param {{play: (words: string) => void, showProblem: (words: string) => void}} actions
 * @returns {(isBack: boolean) => void} shows it; `isBack` while an earlier position is looked at */
export function createTypedMoves(match, { play, showProblem }) {
  const fold = find("typing", HTMLDetailsElement);
  const words = find("words", HTMLInputElement);
  fold.open = read("typing", false);
  fold.addEventListener("toggle", () => write("typing", fold.open));
  find("typed", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    showProblem("");
    const typed = words.value.trim();
    words.value = "";
    if (typed) play(typed);
  });
  return (isBack) => {
    fold.hidden = Boolean(match.now.ending) || !match.you.length;
    words.disabled = isBack || !(match.isOurTurn || match.isSending); // the next move can be typed meanwhile
    words.placeholder = match.now.legal[0] ? `such as ${match.now.legal[0].move}` : "";
  };
}

/** What calls us when it is our turn; nothing until it is asked for. */
const signals = { sound: false, notification: false, ...read("signals", {}) };

/** Call us, by what was asked for, when it becomes our turn or the match is over.
 * @param {MatchState} match @returns {() => void} to be called after each message */
export function createTurnSignals(match) {
  /** @type {string | undefined} */ let before;
  return () => {
    const waits = match.isOurTurn && !match.hasBothSeats ? `turn ${match.now.turn}` : match.now.ending ? "over" : "";
    const { side } = match.lastTurn ?? {};
    const isOurs = !match.you.length || (side && match.you.includes(side)); // what we did ourselves is known
    const isNew = before !== undefined && waits && waits !== before && !isOurs;
    before = waits;
    if (isNew && signals.sound) ring();
    if (isNew && signals.notification && document.hidden) notify(match, waits === "over" ? "The match is over" : "Your turn");
  };
}

function notify(/** @type {MatchState} */ match, /** @type {string} */ title) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const icon = new URL("../site/icon.svg", import.meta.url).href;
  const note = new Notification(title, { body: match.now.title, tag: match.id, icon }); // one for a match, not for each turn
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** @type {AudioContext | undefined} */ let audio;

/** Two soft notes, made here: no file has to come. Where the browser does not allow it yet, there is silence. */
function ring() {
  const context = (audio ??= new AudioContext());
  if (context.state === "suspended") context.resume().catch(() => undefined);
  NOTES.forEach((frequency, at) => {
    const begin = context.currentTime + at * LENGTH * 0.8;
    const note = new OscillatorNode(context, { type: "sine", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(0.15, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    note.connect(volume).connect(context.destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  });
}

/** The invitation in the address, or nothing. */
export function readInvitation() {
  return new URLSearchParams(location.hash.slice(1)).get("join") ?? "";
}

/** The address forgets its invitation: it was taken up, or cannot be. @param {string} match */
function dropInvitation(match) {
  write(`claim.${match}`, undefined);
  history.replaceState(null, "", location.pathname);
}

/** Take the seat that an invitation leads to; the address forgets the invitation then. It is asked for until there is
 * an answer, always with the same claim: should an answer be lost, the seat is not. @param {string} match
 * @param {string} invitation @param {string} name @returns {Promise<string>} why we have no seat, or nothing */
async function acceptInvitation(match, invitation, name) {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const claim = read(`claim.${match}`, "") || [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  write(`claim.${match}`, claim);
  let problem = "";
  for (const wait of getSeats(match).length ? [] : PATIENCE) {
    try {
      saveSeat(/** @type {Seat} */ (await tell(`/api/matches/${match}/seat`, { invitation, name, claim })));
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
  dropInvitation(match);
  return problem;
}

/** Let the buttons beside a link copy and share it. @param {MatchState} match @param {string} name of the link in the page
 * @returns {HTMLInputElement} its field */
function handLinkOn(match, name) {
  const field = find(`${name}-link`, HTMLInputElement);
  const share = find(`${name}-share`, HTMLButtonElement);
  copyOnClick(find(`${name}-copy`, HTMLButtonElement), () => field.value);
  field.addEventListener("focus", () => field.select());
  share.hidden = !navigator.share;
  share.addEventListener("click", () => {
    navigator.share({ title: `${match.now.title} on Squarely`, url: field.value }).catch(() => undefined);
  });
  return field;
}

/** The link for the other seat, as long as that is free. @param {MatchState} match @returns {() => void} */
export function createInvitation(match) {
  const panel = find("invitation");
  const field = handLinkOn(match, "invitation");
  const says = find("invitation-says");
  const isOwn = Boolean(readInvitation()) && getSeats(match.id).length > 0; // the host has opened the friend's link
  find("invitation-close").addEventListener("click", () => (panel.hidden = true));
  return () => {
    const secret = readMatch(match.id)?.invitation;
    if (match.now.ending) panel.hidden = true;
    const free = SIDES.find((side) => !match.player(side).seated);
    if (secret && free && !match.now.ending) {
      field.value = `${location.origin}/m/${match.id}#join=${secret}`;
      panel.hidden = false;
      if (isOwn) setText(says, "You have a seat here already. Send the link to a friend.");
    } else if (secret) {
      updateMatch(match.id, { invitation: undefined });
      // Beside the board the panel stays where it is, so that nothing jumps under a hand that is about to move.
      const came = match.now.players.find((_, at) => !match.you.includes(SIDES[at] ?? "first"));
      setText(find("invitation-title"), "Your friend is here");
      setText(says, `${came?.name} has taken the other seat. The link is used up.`);
      find("invitation-free").hidden = true;
      find("invitation-close").hidden = false;
      announce(`${came?.name} has taken the other seat.`);
    }
  };
}

/** Tell a guest what this is, who invites them and how it is played, and ask for their name, before they take the seat. A
 * guest who does not want it watches, and can take it later. A player who has a seat here already is asked nothing.
 * @param {MatchState} match @param {{sit: () => void, showProblem: (words: string) => void}} actions */
export function createInvited(match, { sit, showProblem }) {
  const dialog = find("invited", HTMLDialogElement);
  const name = find("invited-name", HTMLInputElement);
  const play = find("invited-play", HTMLButtonElement);
  const later = makeButton("Take the free seat", open, "main");
  let invitation = readInvitation();
  later.hidden = true;
  find("actions").append(later);
  dialog.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    write("name", name.value.trim());
    take(name.value.trim());
  });
  find("invited-watch").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", show); // on Escape, too

  const isFree = () => SIDES.some((side) => !match.player(side).seated) && !match.now.ending;

  async function take(/** @type {string} */ given) {
    play.disabled = true;
    const problem = await acceptInvitation(match.id, invitation, given);
    play.disabled = false;
    setText(find("invited-problem"), asSentence(problem));
    if (problem && readInvitation()) return; // it can be tried again
    invitation = "";
    dialog.close();
    if (problem) showProblem(problem);
    else sit();
  }

  async function open() {
    const { title, goal, players } = match.now;
    const host = players.find((player) => player.seated)?.name ?? "Somebody";
    setText(find("invited-title"), `${host} invites you to play ${title}`);
    setText(find("invited-says"), `A small game for two, played here in the browser. ${goal}`);
    setText(find("invited-problem"), "");
    name.value = read("name", "");
    if (!dialog.open) dialog.showModal();
    play.focus();
    const facts = await loadRules(match).catch(() => undefined); // without the rules there is still the goal
    if (facts) setText(find("invited-rules"), readPart(facts.rules, "Moving"));
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
      else if (read(`claim.${match.id}`, "")) take(read("name", "")); // asked for before, and the answer was lost
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

/** The link that takes our seat to another device. @param {MatchState} match @returns {() => void} */
export function createDeviceLink(match) {
  const field = handLinkOn(match, "device");
  return () => {
    field.value = linkToSeat(match.id) ?? "";
    find("device-open").hidden = !match.you.length || Boolean(match.now.ending);
  };
}
