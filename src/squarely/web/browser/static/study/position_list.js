import { make } from "/static/review/elements.js";

/** @import {AtlasGroup} from "../protocol/messages" */

/** What is shown of a group: its heading, and for each position a sign with a caption, a label and a picture.
 * @typedef {object} GroupView
 * @property {string} title
 * @property {string} about
 * @property {() => Node} sign
 * @property {(line: string) => string} caption
 * @property {(line: string, caption: string) => string} label
 * @property {(line: string) => Node} draw */

/** Every position of an atlas, group by group: one widget with one tab stop, walked through with the arrow keys. */
export class PositionList {
  /** @param {HTMLElement} host @param {(group: AtlasGroup, line: string) => void} onChoose */
  constructor(host, onChoose) {
    this.host = host;
    this.onChoose = onChoose;
    /** @type {HTMLElement[]} */
    this.options = [];
    /** Where each group begins. @type {number[]} */
    this.starts = [];
    /** @type {Map<Element, {group: AtlasGroup, line: string, draw: (line: string) => Node}>} */
    this.known = new Map();
    this.at = 0;
    // Pictures are drawn when they come near: thousands at once would keep everybody waiting.
    this.near = new IntersectionObserver((seen) => this.drawSeen(seen), { rootMargin: "600px" });
    host.addEventListener("keydown", (event) => this.onKey(event));
    host.addEventListener("click", (event) => this.onClick(event));
  }

  /** @param {AtlasGroup} group @param {GroupView} view */
  add(group, view) {
    const number = this.starts.push(this.options.length) - 1;
    const title = make("h2", { id: `value-${number}`, className: "value-title" }, view.sign(), view.title);
    const list = make("div", { className: "positions" });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-labelledby", title.id);
    for (const line of group.positions) {
      const words = view.caption(line);
      const caption = make("span", { className: "caption" }, view.sign(), words);
      const option = make("div", { className: `position ${group.kind}`, tabIndex: -1 }, make("span", { className: "thumb" }), caption);
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.setAttribute("aria-label", view.label(line, words));
      this.known.set(option, { group, line, draw: view.draw });
      this.options.push(option);
      this.near.observe(option);
      list.append(option);
    }
    this.host.append(make("section", { className: "stack" }, title, make("p", { className: "soft small" }, view.about), list));
  }

  /** Choose the position of this line. False if it is not here.
   * @param {string} line */
  choose(line) {
    const found = this.options.findIndex((option) => this.known.get(option)?.line === line);
    if (found >= 0) this.select(found);
    return found >= 0;
  }

  /** Go to the first position of a group.
   * @param {number} group */
  goTo(group) {
    this.host.querySelector(`#value-${group}`)?.scrollIntoView({ block: "start" });
    this.select(this.starts[group] ?? 0);
    this.options[this.at]?.focus({ preventScroll: true });
  }

  /** @param {number} number */
  select(number) {
    const before = this.options[this.at];
    const option = this.options[number];
    const known = option && this.known.get(option);
    if (!option || !known) return;
    before?.setAttribute("tabindex", "-1");
    before?.setAttribute("aria-selected", "false");
    option.setAttribute("tabindex", "0");
    option.setAttribute("aria-selected", "true");
    this.at = number;
    this.onChoose(known.group, known.line);
  }

  /** @param {IntersectionObserverEntry[]} seen */
  drawSeen(seen) {
    for (const { isIntersecting, target } of seen) {
      const known = this.known.get(target);
      if (!isIntersecting || !known) continue;
      target.firstElementChild?.replaceChildren(known.draw(known.line));
      this.near.unobserve(target);
    }
  }

  /** @param {Event} event */
  onClick(event) {
    const option = event.target instanceof Element && event.target.closest(".position");
    const number = this.options.findIndex((each) => each === option);
    if (number < 0) return;
    this.select(number);
    this.options[number]?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.metaKey) return;
    const next = this.findNext(event.key, event.ctrlKey);
    if (next === undefined) return;
    event.preventDefault();
    this.select(next);
    this.options[next]?.focus();
  }

  /** The position that a key leads to, if it is a key that leads anywhere.
   * @param {string} key @param {boolean} everywhere
   * @returns {number | undefined} */
  findNext(key, everywhere) {
    const last = this.options.length - 1;
    const group = this.starts.findLastIndex((start) => start <= this.at);
    const [first, following] = [this.starts[group] ?? 0, this.starts[group + 1] ?? last + 1];
    switch (key) {
      case "ArrowLeft": return Math.max(this.at - 1, 0);
      case "ArrowRight": return Math.min(this.at + 1, last);
      case "ArrowUp": return this.findInNextRow(-1);
      case "ArrowDown": return this.findInNextRow(1);
      case "PageUp": return this.at > first ? first : (this.starts[group - 1] ?? first);
      case "PageDown": return Math.min(following, last);
      case "Home": return everywhere ? 0 : first;
      case "End": return everywhere ? last : following - 1;
      default: return undefined;
    }
  }

  /** The nearest position in the row above (-1) or below (1), wherever the rows happen to break.
   * @param {-1 | 1} way */
  findInNextRow(way) {
    const here = this.options[this.at]?.getBoundingClientRect();
    let found = this.at;
    let distance = Infinity;
    let row;
    for (let at = this.at + way; here && at >= 0 && at < this.options.length; at += way) {
      const there = this.options[at]?.getBoundingClientRect();
      if (!there || Math.abs(there.top - here.top) < 2) continue;
      row ??= there.top;
      if (Math.abs(there.top - row) > 2) break;
      const aside = Math.abs(there.left - here.left);
      if (aside < distance) [found, distance] = [at, aside];
    }
    return found;
  }
}
