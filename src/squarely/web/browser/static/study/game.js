import {
  ask, asSentence, errorText, find, formatRules, make, noteIfSlow, playOnClick, pluralize, read, setText,
} from "../site/site.js";
import { drawThumbnail } from "../site/board.js";

/** @import {Court, GameFacts, OptionFacts, PositionTruth, Study, Verdict} from "../protocol/messages" */

/** The verdicts in the order in which they matter: what is wrong first and open, what is proved last. @type {[string, string][]} */
const ORDER = [["refuted", "✗"], ["contradicts itself", "⇄"], ["silent", "…"], ["opinion", "“”"], ["not judged yet", "·"], ["proved", "✓"]];
const OPEN = 2; // of these

const page = find("about");
const name = page.dataset.game ?? "";

function show(/** @type {GameFacts} */ facts) {
  setText(find("title"), facts.subtitle);
  setText(find("subtitle"), `${facts.title} (${facts.game}). ${facts.goal}`);
  find("picture").replaceChildren(drawThumbnail(facts.picture, { label: `${facts.title} in the middle of a match` }));
  find("rules").replaceChildren(formatRules(facts.rules));
  find("options").replaceChildren(...facts.options.map(makeOption));
  showVerdict(facts);
}

/** Say first of all what is true of the whole game. @param {GameFacts} facts */
async function showVerdict({ start, dealt, sides }) {
  const line = find("verdict");
  const truth = await /** @type {Promise<PositionTruth>} */ (ask(`/api/games/${name}/truth`, { position: start })).catch(() => undefined);
  const mover = truth && sides[truth.mover === "first" ? 0 : 1];
  if (!truth) setText(line, "Too large to be solved from the start; near the end every move’s value is known.");
  else {
    const from = dealt ? `Every board is solved. On ${start.split(" ")[0]}, with best play` : "Solved: with best play from the start";
    const moves = (truth.distance ?? 1) > 1 ? " moves" : "";
    if (truth.share !== null) return setText(line, `Too large to be solved. For ${mover} a search finds: ${truth.words}. Near the end every move’s value is known.`);
    setText(line, asSentence(`${from}, ${truth.kind === "endless" ? "play can go on for ever" : `${mover} ${truth.words}${moves}`}`));
  }
}

function makeOption(/** @type {OptionFacts} */ facts) {
  const readings = Object.entries(facts.readings ?? {}).map(([reading, meaning]) => {
    const inForce = reading === facts.default;
    const badge = inForce ? [" ", make("span", { className: "badge" }, "in force")] : [];
    return make("li", { className: inForce ? "in-force" : "" }, make("code", {}, `${facts.name}=${reading}`), ...badge, make("p", {}, asSentence(meaning)));
  });
  const range = `a number from ${facts.lowest} to ${facts.highest}`;
  const allowed = facts.allowed || (facts.lowest === undefined ? "" : range);
  const choices = readings.length ? make("ul", { className: "readings" }, ...readings) : make("p", {}, `${asSentence(allowed)} In force: ${facts.default}.`);
  const title = make("summary", {}, asSentence(facts.name.replaceAll("_", " ")).slice(0, -1), make("span", { className: "soft" }, ` ${facts.default.replaceAll("_", " ")}`));
  return make("details", {}, title, make("p", {}, asSentence(facts.says)), choices);
}

function showCourt(/** @type {Court} */ { verdicts }) {
  const groups = ORDER.flatMap(([word, sign], rank) => {
    const own = verdicts.filter(({ verdict }) => verdict === word);
    if (!own.length) return [];
    const title = make("summary", {}, `${sign} ${asSentence(word).slice(0, -1)} `, make("span", { className: "badge" }, String(own.length)));
    return [make("details", { open: rank < OPEN, className: "verdicts" }, title, ...own.map((each) => makeVerdict(each, sign)))];
  });
  find("verdicts").replaceChildren(...groups);
  const none = `Nobody has filed claims about ${name}.`;
  setText(find("sitting"), verdicts.length ? `What the rulebook claims, and what is true: ${pluralize(verdicts.length, "verdict")}.` : none);
}

/** @param {Verdict} verdict @param {string} sign */
function makeVerdict({ number, section, claim, verdict, says, ruling, record }, sign) {
  const word = make("strong", { className: "word" }, `${sign} ${verdict}`);
  const entry = make("article", { className: `stack found ${verdict.split(" ")[0]}` });
  const [first = "", ...more] = says.map((each) => make("p", { className: "soft" }, each));
  entry.append(make("p", {}, word, ` ${number}. ${claim} `, make("span", { className: "soft small" }, section)), first);
  if (more.length) entry.append(make("details", {}, make("summary", { className: "small" }, "More about it"), ...more));
  if (ruling) entry.append(make("p", {}, "Ruling: ", ruling.includes("=") && !ruling.includes(" ") ? make("code", {}, ruling) : ruling));
  if (record) {
    const shown = make("pre", { tabIndex: 0, ariaLabel: `Record for claim ${number}`, role: "region" }, make("code", {}, record));
    entry.append(make("details", {}, make("summary", { className: "small" }, "The game in evidence"), shown));
  }
  return entry;
}

ask(`/api/games/${name}`)
  .then(
    (facts) => show(/** @type {GameFacts} */ (facts)),
    (error) => setText(find("problem"), asSentence(errorText(error))),
  )
  .finally(() => page.classList.remove("coming"));
ask(`/api/games/${name}/study`).then(
  (study) => {
    const { atlas, levels } = /** @type {Study} */ (study);
    find("atlas").hidden = !atlas;
    find("puzzles").hidden = !levels.length;
  },
  () => undefined, // nobody can say: then there is no link
);
const against = () => ({ game: name, opponent: `level:${read("level", "4")}` });
playOnClick(find("play", HTMLButtonElement), against, find("problem"));
const sitting = "The court is sitting: every claim is checked now, which takes some seconds.";
noteIfSlow(ask(`/api/games/${name}/court`), () => setText(find("sitting"), sitting)).then(
  (court) => showCourt(/** @type {Court} */ (court)),
  (error) => setText(find("sitting"), asSentence(errorText(error))),
);
