// As long as the page takes for such things elsewhere: --calm in squarely.css.
const CALM = 220; // milliseconds
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Let a piece slide to where it stands from so many squares away. Only its picture moves: nothing is laid out again.
 * @param {Element} piece @param {number} across @param {number} down squares to where it came from */
export function slide(piece, across, down) {
  const from = `translate(calc(var(--step) * ${across}), calc(var(--step) * ${down}))`;
  play(piece, [{ transform: from, zIndex: 1 }, { transform: "none", zIndex: 1 }], "cubic-bezier(.2, .7, .2, 1)");
}

/** Let a piece appear where it stands. @param {Element} piece */
export function appear(piece) {
  play(piece, [{ transform: "scale(.5)", opacity: 0 }, { transform: "none", opacity: 1 }], "cubic-bezier(.2, .9, .3, 1.2)");
}

/** @param {Element} piece @param {Keyframe[]} frames @param {string} easing */
function play(piece, frames, easing) {
  if (!stillness.matches) piece.animate(frames, { duration: CALM, easing });
}
