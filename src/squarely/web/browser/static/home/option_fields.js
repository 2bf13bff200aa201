import { make } from "/static/review/elements.js";

/** @import {GameFacts, OptionFacts} from "../protocol/messages" */

/** The fields for a game's options, with these settings.
 * @param {GameFacts} facts @param {Map<string, string>} settings
 * @returns {HTMLElement[]} */
export function makeOptionFields(facts, settings) {
  return facts.options.map((option) => {
    const setting = settings.get(option.name) ?? option.default;
    return option.readings ? makeChoices(option, setting) : makeEntry(option, setting);
  });
}

/** What is chosen in those fields, where it differs from the rulebook's, as `name=value,name=value`.
 * @param {GameFacts} facts @param {HTMLFormElement} form
 * @returns {string} */
export function readOptions(facts, form) {
  const given = new FormData(form);
  const chosen = facts.options.flatMap(({ name, default: usual }) => {
    const value = String(given.get(fieldId(name)) ?? "").trim();
    return value && value !== usual ? [`${name}=${value}`] : [];
  });
  return chosen.join(",");
}

/** @param {string} written @returns {Map<string, string>} */
export function parseSettings(written) {
  const pairs = written.split(",").map((pair) => pair.split("="));
  return new Map(pairs.map(([name = "", value = ""]) => [name.trim(), value.trim()]));
}

/** What the field of an option is called: a game may call its option anything. @param {string} name */
function fieldId(name) {
  return `option-${name}`;
}

/** @param {OptionFacts} option @param {string} setting */
function makeChoices({ name, says, readings: all }, setting) {
  const choices = Object.entries(all ?? {}).map(([reading, means]) => {
    const chosen = make("input", { type: "radio", name: fieldId(name), value: reading, checked: reading === setting });
    return make(
      "label",
      { className: "reading" },
      chosen,
      make("span", {}, make("b", {}, formatName(reading)), `: ${means}`),
    );
  });
  const explanation = make("p", { className: "small soft" }, says);
  return make("fieldset", {}, make("legend", {}, formatName(name)), ...choices, explanation);
}

/** @param {OptionFacts} option @param {string} setting */
function makeEntry({ name, says, lowest, highest, allowed }, setting) {
  const id = fieldId(name);
  const isNumber = lowest != null && highest != null;
  const bounds = isNumber ? { type: "number", min: String(lowest), max: String(highest) } : { type: "text" };
  const entered = make("input", { id, name: id, ...bounds, value: setting });
  entered.setAttribute("aria-describedby", `${id}-says`);
  const explanation = make(
    "p",
    { id: `${id}-says`, className: "small soft" },
    isNumber ? `${says}; ${lowest} to ${highest}` : `${says}; ${allowed}`,
  );
  return make("div", { className: "field" }, make("label", { htmlFor: id }, formatName(name)), entered, explanation);
}

/** @param {string} name */
function formatName(name) {
  return name.replaceAll("_", " ");
}
