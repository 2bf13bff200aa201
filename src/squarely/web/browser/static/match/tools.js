// What stands around a match: rules, signals and typed moves.
import { ask, asSentence, errorText, find, formatRules, make, makeButton, read, setText, write } from "../site/site.js";

/** @import {GameFacts, OptionFacts} from "../protocol/messages" */
/** @import {MatchState} from "./match_state.js" */
/** @import {createReplay} from "./replay.js" */

const NOTES = [659, 880]; // hertz, one after the other
const LENGTH = 0.18; // seconds of each

/** Fill the drawer with the rules of this match, and what holds where the rulebook leaves a choice.
 * @param {MatchState} match */
async function showRules(match) {
  const { now } = match;
  const body = find("rules");
  if (body.querySelector("dl")) return; // they are there already
  setText(find("rules-title"), now.title);
  setText(body, "Fetching the rules…");
  try {
    /** @type {GameFacts} */ const facts = await ask(`/api/games/${now.game}`, { options: now.options });
    const chosen = new Map(now.options.split(",").map((each) => /** @type {[string, string]} */ (each.split("="))));
    const settings = facts.options.flatMap((option) => listSetting(option, chosen.get(option.name)));
    body.replaceChildren(
      formatRules(facts.rules),
      make("h3", {}, "In this match"),
      make("dl", { className: "rulings" }, ...settings),
      make("p", {}, make("a", { href: `/games/${now.game}`, target: "_blank" }, "All about this game")),
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

/** Fill the dialogs: the rules, and what calls us when it is our turn. @param {MatchState} match */
export function fillDialogs(match) {
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

/** Moves typed as the rulebook writes them: folded away until it is asked for, and remembered.
 * @param {MatchState} match @param {ReturnType<typeof createReplay>} replay
 * @param {{play: (words: string) => void, showProblem: (words: string) => void}} actions @returns {() => void} shows it */
export function createTypedMoves(match, replay, { play, showProblem }) {
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
  return () => {
    fold.hidden = Boolean(match.now.ending) || !match.you.length;
    words.disabled = Boolean(replay.back) || !(match.isOurTurn || match.isSending); // the next move can be typed meanwhile
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
