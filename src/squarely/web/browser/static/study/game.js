import { drawBoard } from "/static/review/board_picture.js";
import { find, make, setText } from "/static/review/elements.js";
import { asSentence, pluralize } from "/static/review/words.js";
import { ask, errorText, noteIfSlow } from "../site/api.js";
import { playOnClick } from "../site/play_from.js";
import { formatRules } from "../site/rulebook.js";
import { read } from "../site/storage.js";

/** @import {Court, GameFacts, OptionFacts, Study, Verdict} from "../protocol/messages" */

const SIGNS = new Map([["proved", "✓"], ["refuted", "✗"], ["contradicts itself", "⇄"], ["silent", "…"], ["opinion", "“”"], ["not judged yet", "·"]]);

const page = find("about", HTMLElement);
const name = page.dataset.game ?? "";

/** @param {GameFacts} facts */
function show(facts) {
  setText(find("title", HTMLElement), facts.title);
  setText(find("subtitle", HTMLElement), facts.subtitle);
  setText(find("goal", HTMLElement), facts.goal);
  find("picture", HTMLElement).replaceChildren(drawBoard(facts.picture, { label: `${facts.title} in the middle of a match` }));
  find("rules", HTMLElement).replaceChildren(...formatRules(facts.rules));
  find("options", HTMLElement).replaceChildren(...facts.options.map(makeOption));
}

/** @param {OptionFacts} facts */
function makeOption(facts) {
  const readings = Object.entries(facts.readings ?? {}).map(([reading, meaning]) => {
    const inForce = reading === facts.default;
    const badge = inForce ? [" ", make("span", { className: "badge" }, "in force")] : [];
    return make("li", { className: inForce ? "in-force" : "" }, make("code", {}, `${facts.name}=${reading}`), ...badge, make("p", {}, asSentence(meaning)));
  });
  const range = `a number from ${facts.lowest} to ${facts.highest}`;
  const allowed = facts.allowed || (facts.lowest === undefined ? "" : range);
  const choices = readings.length ? make("ul", { className: "readings" }, ...readings) : make("p", {}, `${asSentence(allowed)} In force: ${facts.default}.`);
  return make("article", { className: "card stack" }, make("h3", {}, asSentence(facts.name.replaceAll("_", " ")).slice(0, -1)), make("p", {}, asSentence(facts.says)), choices);
}

/** @param {Court} court */
function showCourt({ verdicts }) {
  const counts = new Map([["", verdicts.length]]);
  for (const word of SIGNS.keys()) counts.set(word, verdicts.filter((each) => each.verdict === word).length);
  const entries = verdicts.map(makeVerdict);
  const sections = [...new Set(verdicts.map((each) => each.section))].map((section) => {
    const own = entries.filter((_, at) => verdicts[at]?.section === section);
    return { own, part: make("section", { className: "stack" }, make("h3", {}, section), ...own) };
  });
  const filter = find("filter", HTMLFieldSetElement);
  for (const [word, count] of counts) {
    if (!count) continue;
    const choice = make("input", { type: "radio", name: "verdict", value: word, checked: !word });
    filter.append(make("label", { className: "choice" }, choice, ` ${SIGNS.get(word) ?? ""} ${word || "all"} ${count}`));
  }
  filter.addEventListener("change", () => {
    const word = filter.querySelector("input:checked")?.getAttribute("value") ?? "";
    entries.forEach((entry, at) => (entry.hidden = Boolean(word) && verdicts[at]?.verdict !== word));
    for (const { own, part } of sections) part.hidden = own.every((entry) => entry.hidden);
    setText(find("sitting", HTMLElement), `${pluralize(counts.get(word) ?? 0, "verdict")} shown.`);
  });
  filter.hidden = !verdicts.length;
  find("verdicts", HTMLElement).replaceChildren(...sections.map(({ part }) => part));
  const none = `Nobody has filed claims about ${name}.`;
  setText(find("sitting", HTMLElement), verdicts.length ? `What the rulebook claims, and what is true: ${pluralize(verdicts.length, "verdict")}.` : none);
}

/** @param {Verdict} verdict */
function makeVerdict({ number, claim, verdict, says, ruling, record }) {
  const word = make("strong", { className: "word" }, `${SIGNS.get(verdict) ?? ""} ${verdict}`);
  const entry = make("article", { className: `card stack found ${verdict.split(" ")[0]}` });
  const [first = "", ...more] = says.map((each) => make("p", { className: "soft" }, each));
  entry.append(make("p", {}, word, ` ${number}. ${claim}`), first);
  if (more.length) entry.append(make("details", {}, make("summary", { className: "small" }, "More about it"), ...more));
  if (ruling) entry.append(make("p", {}, "Ruling: ", ruling.includes("=") && !ruling.includes(" ") ? make("code", {}, ruling) : ruling));
  if (record) {
    const shown = make("pre", { tabIndex: 0 }, make("code", {}, record));
    shown.setAttribute("aria-label", `Record for claim ${number}`);
    shown.setAttribute("role", "region");
    entry.append(make("details", {}, make("summary", { className: "small" }, "The game in evidence"), shown));
  }
  return entry;
}

ask(`/api/games/${name}`)
  .then(
    (facts) => show(/** @type {GameFacts} */ (facts)),
    (error) => setText(find("problem", HTMLElement), asSentence(errorText(error))),
  )
  .finally(() => page.classList.remove("coming"));
ask(`/api/games/${name}/study`).then(
  (study) => {
    const { atlas, levels } = /** @type {Study} */ (study);
    find("atlas", HTMLElement).hidden = !atlas;
    find("puzzles", HTMLElement).hidden = !levels.length;
  },
  () => undefined, // nobody can say: then there is no link
);
const against = () => ({ game: name, position: "", opponent: `level:${read("level", "4")}` });
playOnClick(find("play", HTMLButtonElement), against, find("problem", HTMLElement));
const sitting = "The court is sitting: every claim is checked now, which takes some seconds.";
noteIfSlow(ask(`/api/games/${name}/court`), () => setText(find("sitting", HTMLElement), sitting)).then(
  (court) => showCourt(/** @type {Court} */ (court)),
  (error) => setText(find("sitting", HTMLElement), asSentence(errorText(error))),
);
