import { make, makeButton } from "/static/review/elements.js";
import { copyOnClick } from "../site/clipboard.js";
import { linkToSeat } from "../site/seats.js";
import { openDrawer } from "./drawer.js";

/** @import {MatchState} from "./match_state.js" */

/** Open the drawer with the link that takes our seat to another device.
 * @param {MatchState} match */
export function openAnotherDevice(match) {
  const link = linkToSeat(match.id);
  if (!link) return;
  const field = make("input", { type: "text", readOnly: true, value: link, onfocus: () => field.select() });
  field.setAttribute("aria-label", "Link to your seat");
  const copy = makeButton("Copy link", () => undefined, "main");
  copyOnClick(copy, () => link);
  const share = makeButton("Share…", () => {
    navigator.share({ title: `${match.now.title} on Squarely`, url: link }).catch(() => undefined);
  });
  share.hidden = !navigator.share;
  openDrawer(
    "device",
    "Play on another device",
    make("p", {}, "Open this link on your phone, tablet or other computer, and you go on there. You can play on both."),
    make("div", { className: "row-of" }, field, copy, share),
    make("p", { className: "soft" }, "Keep it to yourself: whoever has this link can move for you."),
  );
}
