import { make } from "/static/review/elements.js";

/** The rules of a game as its file has them, ready to be read: `Goal.    Be the first …` becomes a term and its text.
 * @param {string} rules @returns {HTMLElement[]} */
export function formatRules(rules) {
  const [, ...lines] = rules.split("\n"); // the title stands above already
  const list = make("dl", { className: "rules" });
  /** @type {HTMLElement | undefined} */
  let last;
  for (const line of lines) {
    const [, term, text] = /^(\w+(?: \w+)?)\.\s+(.+)$/.exec(line) ?? [];
    if (term) {
      last = make("dd", {}, text ?? "");
      list.append(make("dt", {}, term), last);
    } else if (last && line.startsWith(" ")) {
      last.append(` ${line.trim()}`);
    } else if (line.trim()) {
      last = make("dd", { className: "alone" }, line.trim());
      list.append(make("dt", { className: "unseen" }, "Also"), last);
    }
  }
  return [list];
}

/** What one part of the rules says, such as Moving, as a paragraph; nothing where there is no such part.
 * @param {string} rules @param {string} part @returns {string} */
export function readPart(rules, part) {
  const parts = rules.split(/\n(?=\w+(?: \w+)?\.\s)/);
  const found = parts.find((each) => each.startsWith(`${part}.`)) ?? "";
  return found.slice(part.length + 1).split(/\s+/).join(" ").trim();
}
