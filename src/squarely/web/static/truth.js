import { announce } from "./announce.js";
import { ask, sentence } from "./api.js";
import { find, make, say } from "./elements.js";
import { sentence as full } from "./words.js";
import { noticed } from "./waiting.js";

/** @import {Hand} from "./hand.js" */
/** @import {Hint, MoveTruth, Truth} from "./messages" */
/** @import {Table} from "./table.js" */

const SIGNS = { wins: "▲", loses: "▼", ties: "=", endless: "∞" };

/** The truth of each move, on request, and hints in steps.
 * @param {Table} table @param {Hand} hand */
export function counsel(table, hand) {
  const wanted = find("truth", HTMLInputElement);
  const list = find("truths", HTMLElement);
  const hinted = find("hinted", HTMLElement);
  const hint = find("hint", HTMLButtonElement);
  let asked = -1; // the turn that the truth was asked for
  let step = 1;
  let hintedAt = -1;

  wanted.addEventListener("change", () => {
    asked = -1;
    show();
  });
  hint.addEventListener("click", async () => {
    const turn = table.now.turn;
    hint.disabled = true;
    try {
      const path = `/api/matches/${table.match}/hint`;
      /** @type {Hint} */
      const { words, last } = await noticed(ask(path, { step }), () => say(hinted, "Looking for a hint…"));
      if (turn !== table.now.turn) return;
      step = last ? step : step + 1;
      say(hinted, full(words));
      hint.textContent = last ? "Hint" : "Another hint";
    } catch (error) {
      say(hinted, sentence(error));
    }
    hint.disabled = false;
    announce(hinted.textContent ?? "");
  });

  function show() {
    const { truth, turn, ending } = table.now;
    find("counsel", HTMLElement).hidden = !truth || Boolean(ending);
    hint.hidden = !table.ours;
    if (hintedAt !== turn) {
      hintedAt = turn;
      step = 1;
      hint.textContent = "Hint";
      hint.disabled = false;
      say(hinted, "");
    }
    const open = truth && wanted.checked && !ending;
    list.hidden = !open;
    if (!open) hand.noted = undefined;
    if (open && asked !== turn) look(turn);
    else hand.show();
  }

  /** @param {number} turn */
  async function look(turn) {
    asked = turn;
    hand.noted = undefined;
    hand.show();
    try {
      const waiting = () => list.replaceChildren(make("p", { className: "soft" }, "Working out the truth…"));
      /** @type {Truth} */
      const truth = await noticed(ask(`/api/matches/${table.match}/truth`), waiting);
      if (table.now.turn !== turn || truth.turn !== turn || !wanted.checked) return;
      const mover = table.now.mover ? table.player(table.now.mover).name : "nobody";
      const judged = new Map(truth.moves.map((each, rank) => [each.move, { ...each, rank }]));
      hand.noted = ({ move }) => {
        const found = judged.get(move);
        return (
          found && {
            words: found.words,
            sign: SIGNS[found.kind],
            look: `${found.kind} ${found.best ? "good" : ""}`,
            rank: found.rank,
          }
        );
      };
      hand.show();
      list.replaceChildren(
        make("p", { className: "verdict" }, full(`For ${mover}: ${truth.words}`)),
        make("ul", {}, ...truth.moves.map(listed)),
      );
    } catch (error) {
      list.replaceChildren(make("p", {}, sentence(error)));
    }
  }

  return { show };
}

/** @param {MoveTruth} truth */
function listed({ move, words, kind, best, note }) {
  return make(
    "li",
    { className: kind },
    make("b", {}, move),
    make("span", {}, `${SIGNS[kind]} ${words}`),
    make("span", { className: "soft" }, best ? `✓ ${note}` : note),
  );
}
