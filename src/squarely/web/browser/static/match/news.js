import { find, setText } from "/static/review/elements.js";

/** @import {MatchState} from "./match_state.js" */

const STAYS = 2; // turns, so that both sides have read it when it is their move

/** What a move has changed about the game itself, such as that sudden death has begun.
 * @param {MatchState} match */
export function createNews(match) {
  const panel = find("news", HTMLElement);
  let news = { words: "", turn: 0 };
  return {
    show() {
      const { news: words, turn, ending } = match.now;
      if (words) news = { words, turn };
      panel.hidden = Boolean(ending) || !news.words || turn - news.turn >= STAYS || turn < news.turn;
      setText(panel, news.words);
    },
  };
}
