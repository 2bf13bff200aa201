import { make } from "/static/review/elements.js";
import { openDrawer } from "./drawer.js";
import { ring } from "./sound.js";
import { readSignals, writeSignals } from "./turn_signals.js";

/** Open the drawer in which it is chosen how the page calls. What is chosen is remembered, for every match. */
export function openSettings() {
  const { sound, notification } = readSignals();
  const problem = make("p", { className: "problem" });
  const hear = makeSwitch("Play a sound when it is my turn", sound, (on) => {
    writeSignals({ sound: on });
    if (on) ring(); // so that it is known, and the browser allows it from now on
  });
  const notify = makeSwitch("Notify me when it is my turn and this page is out of sight", notification, async (on, input) => {
    const refusal = on ? await askToNotify() : "";
    problem.textContent = refusal;
    input.checked = on && !refusal;
    writeSignals({ notification: input.checked });
  });
  openDrawer("settings", "Sound and notifications", hear, notify, problem);
}

/** Ask the browser for leave. @returns {Promise<string>} why there is none, or nothing */
async function askToNotify() {
  if (!("Notification" in window)) return "This browser has no notifications, or not for pages without https.";
  const leave = Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  return leave === "granted" ? "" : "Your browser does not let this site notify you. You can change that in its settings.";
}

/** @param {string} words @param {boolean} checked @param {(on: boolean, input: HTMLInputElement) => void} change */
function makeSwitch(words, checked, change) {
  const input = make("input", { type: "checkbox", checked });
  input.setAttribute("role", "switch");
  input.addEventListener("change", () => change(input.checked, input));
  return make("label", { className: "switch" }, input, ` ${words}`);
}
