import { errorText, find, make, pluralize, setText, tell, write } from "../site/site.js";
import { addPlayed, dateOf, readDays, readPlayed } from "../site/results.js";

/** @import {ResultsSummary} from "../protocol/messages" */
/** @import {PlayedMatch} from "../site/results.js" */

const MOST = 60_000; // characters that are sent: some hundred matches

/** Everything that is noted here, as lines of `squarely me`. */
function writeLines() {
  const days = Object.entries(readDays()).filter(([, { end }]) => end);
  const daily = days.map(([day, { end, late }]) => ({ daily: day, solved: end === "solved" && !late }));
  return [...readPlayed(), ...daily].map((each) => `${JSON.stringify(each)}\n`);
}

/** Show it in the words of the server, which keeps nothing of it. */
async function show() {
  let lines = writeLines();
  while (lines.join("").length > MOST) lines = lines.slice(1);
  find("none").hidden = lines.length > 0;
  for (const id of ["download", "forget"]) find(id).hidden = !lines.length;
  try {
    const asked = { lines: lines.join(""), today: dateOf() };
    const summary = /** @type {ResultsSummary} */ (lines.length ? await tell("/api/results", asked) : { heading: [], rows: [], sentences: [], trouble: [] });
    find("columns").replaceChildren(...summary.heading.map((each) => make("th", { scope: "col" }, each)));
    find("rows").replaceChildren(...summary.rows.map((row) => make("tr", {}, ...row.map((each) => make("td", {}, each)))));
    find("table").hidden = !summary.rows.length;
    find("sentences").replaceChildren(...[...summary.sentences, ...summary.trouble].map((each) => make("li", {}, each)));
  } catch (error) {
    setText(find("problem"), errorText(error));
  }
}

/** Add the lines of a file: matches and solved days. Each match is known by its key, so that none is there twice.
 * @param {string} text */
function addLines(text) {
  const read = text.split("\n").filter((line) => line.trim()).map(parseLine);
  const matches = read.flatMap((each) => (each && "key" in each ? [/** @type {PlayedMatch} */ (each)] : []));
  const days = read.flatMap((each) => (each && "daily" in each && each.solved ? [String(each.daily)] : []));
  const before = readPlayed().length;
  addPlayed(matches);
  write("days", { ...Object.fromEntries(days.map((day) => [day, { wrong: 0, end: "solved" }])), ...readDays() });
  const damaged = read.filter((each) => !each).length;
  const told = `${pluralize(readPlayed().length - before, "result")} added.`;
  setText(find("says"), damaged ? `${told} ${pluralize(damaged, "line")} could not be read.` : told);
}

/** @param {string} line @returns {Record<string, unknown> | undefined} */
function parseLine(line) {
  try {
    const found = JSON.parse(line);
    return found && (typeof found.key === "string" || typeof found.daily === "string") ? found : undefined;
  } catch {
    return undefined;
  }
}

const file = find("file", HTMLInputElement);
find("add").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  addLines((await file.files?.[0]?.text()) ?? "");
  file.value = "";
  show();
});
find("download").addEventListener("click", () => {
  const href = URL.createObjectURL(new Blob(writeLines(), { type: "application/x-ndjson" }));
  make("a", { href, download: "me.jsonl" }).click();
  URL.revokeObjectURL(href);
});
find("forget").addEventListener("click", () => {
  if (!confirm("Delete all your results? They cannot be brought back.")) return;
  for (const name of ["results", "days"]) write(name, undefined);
  show();
});
show();
