import { stillness } from "../site/board.js";

/** @import {BoardView, MoveInput} from "../site/board.js" */

const FAR = 6; // pixels that a hand moves without meaning to

/** Let pieces be dragged to where they go, by mouse, finger or pen. A piece that is dropped where it cannot go comes back,
 * and it is said why, as after a click. Only pieces that can be dragged keep a finger from scrolling.
 * @param {BoardView} board @param {MoveInput} input @param {() => boolean} isOpen whether moves can be made now */
export function enableDrag(board, input, isOpen) {
  const { grid } = board;
  /** @type {{pointer: number, from: number, x: number, y: number, piece: HTMLElement, isMoving: boolean} | undefined} */
  let held;
  let isClickOver = false; // a drag has done what a click would do

  grid.addEventListener("click", (click) => isClickOver && click.stopImmediatePropagation(), true);
  grid.addEventListener("pointerdown", (event) => {
    const from = board.findSquare(event.target);
    const piece = board.cells[from]?.firstElementChild;
    if (!event.isPrimary || event.button || !isOpen() || !input.canDrag(from) || !(piece instanceof HTMLElement)) return;
    held = { pointer: event.pointerId, from, x: event.clientX, y: event.clientY, piece, isMoving: false };
  });
  grid.addEventListener("pointermove", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const [across, down] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isMoving) {
      if (Math.hypot(across, down) < FAR) return;
      held.isMoving = true;
      grid.setPointerCapture(event.pointerId);
      held.piece.classList.add("dragged");
      input.chosen = [held.from];
      input.show();
    }
    held.piece.style.transform = `translate(${across}px, ${down}px)`;
  });
  grid.addEventListener("pointerup", (event) => {
    if (held?.pointer !== event.pointerId) return;
    const { from, isMoving } = held;
    const to = isMoving ? board.findSquare(document.elementFromPoint(event.clientX, event.clientY)) : from;
    const fits = to !== from && input.findFitting([from, to]).length > 0;
    letGo(!fits);
    if (!isMoving) return; // a click
    isClickOver = true;
    setTimeout(() => (isClickOver = false)); // the click that follows, if one does, has come by then
    if (to < 0 || to === from) return;
    if (fits) input.choose([from, to]);
    else {
      input.release();
      input.handlers.attempt([from, to]);
    }
    board.cells[to]?.firstElementChild?.getAnimations().forEach((motion) => motion.finish()); // it lies there already
  });
  grid.addEventListener("pointercancel", () => letGo(true));

  /** @param {boolean} isBack whether the piece goes back to where it stood */
  function letGo(isBack) {
    if (!held) return;
    const { piece } = held;
    if (isBack && held.isMoving && !stillness.matches)
      piece.animate([{ transform: piece.style.transform }, { transform: "none" }], { duration: 160, easing: "ease-out" });
    piece.classList.remove("dragged");
    piece.style.transform = "";
    held = undefined;
  }
}
