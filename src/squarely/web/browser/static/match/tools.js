// What stands around a match: rules, signals and typed moves.
import { ask, asSentence, errorText, find, formatRules, make, makeButton, read, setText, write } from "../site/site.js";
import { act, match, showProblem } from "./match_state.js";
import { replay } from "./replay.js";

/** @import {GameFacts, OptionFacts} from "../protocol/messages" */

const NOTES = [659, 880]; // hertz, one after the other
const LENGTH = 0.18; // seconds of each

const fold = find("typing", HTMLDetailsElement);
const words = find("words", HTMLInputElement);
/** What calls us when it is our turn; nothing until it is asked for. */
const signals = { sound: false, notification: false, ...read("signals", {}) };
/** @type {string | undefined} */ let waitedFor;
/** @type {AudioContext | undefined} */ let audio;

/** Fill the drawer with the rules of this match, and what holds where the rulebook leaves a choice. */
async function showRules() {
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
    body.replaceChildren(make("p", {}, errorText(error)), makeButton("Try again", showRules));
  }
}

/** @param {OptionFacts} option @param {string | undefined} chosen */
function listSetting({ name, says, default: usual, readings }, chosen = usual) {
  const holds = readings?.[chosen] ?? `${chosen}: ${says}`;
  const changed = chosen === usual ? [] : [" ", make("span", { className: "badge" }, "changed")];
  const why = readings ? [make("p", { className: "small soft" }, asSentence(says.replaceAll("`", "")))] : [];
  return [make("dt", {}, name.replaceAll("_", " "), ...changed), make("dd", {}, asSentence(holds), ...why)];
}

/** Ask the browser for leave. @returns {Promise<string>} why there is none, or nothing */
async function askToNotify() {
  if (!("Notification" in window)) return "This browser has no notifications, or not for pages without https.";
  const leave = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  return leave === "granted" ? "" : "Your browser does not let this site notify you. You can change that in its settings.";
}

/** Show where moves are typed as the rulebook writes them: folded away until it is asked for, and remembered. */
export function showTyped() {
  const { ending, legal } = match.now;
  fold.hidden = Boolean(ending) || !match.you.length;
  words.disabled = Boolean(replay.back) || !(match.isOurTurn || match.isSending); // the next move can be typed meanwhile
  words.placeholder = legal[0] ? `such as ${legal[0].move}` : "";
}

/** Call us, by what was asked for, when it becomes our turn or the match is over. To be called after each message. */
export function signalTurn() {
  const waits = match.isOurTurn && !match.hasBothSeats ? `turn ${match.now.turn}` : match.now.ending ? "over" : "";
  const { side } = match.lastTurn ?? {};
  const isOurs = !match.you.length || (side && match.you.includes(side)); // what we did ourselves is known
  const isNew = waitedFor !== undefined && waits && waits !== waitedFor && !isOurs;
  waitedFor = waits;
  if (isNew && signals.sound) ring();
  if (isNew && signals.notification && document.hidden) notify(waits === "over" ? "The match is over" : "Your turn");
}

function notify(/** @type {string} */ title) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const icon = new URL("../site/icon.svg", import.meta.url).href;
  const note = new Notification(title, { body: match.now.title, tag: match.id, icon }); // one for a match, not for each turn
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

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

find("rules-open").addEventListener("click", showRules);
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
fold.open = read("typing", false);
fold.addEventListener("toggle", () => write("typing", fold.open));
find("typed", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  showProblem("");
  const typed = words.value.trim();
  words.value = "";
  if (typed) act({ act: "move", move: typed });
});
