import { read, write } from "./store.js";

/** @import {Act, Refused, SocketAct, StateMessage, ToSocket} from "./messages" */

const PING = 2500;
const PATIENCE = 5000; // for a pong
const SHORTEST = 200;
const LONGEST = 10_000;
const NOT_NOW = ["busy", "unavailable"]; // refusals that may be otherwise in a moment
const AGAIN = 1500;

/** Who listens, and what is to be told when joining.
 * @typedef {object} Listener
 * @property {() => number} seen the last turn that is known
 * @property {() => string[]} secrets of the seats that are held
 * @property {(message: StateMessage) => boolean} state false if turns before it are missing
 * @property {(message: Refused) => void} refused
 * @property {(sending: boolean) => void} sending whether an act is on its way
 * @property {(words: string) => void} trouble what is wrong with the connection; nothing when it is well
 * @property {(reason: string) => void} stopped it will not be tried again */

/** The line to one match. It comes back by itself, and an act that was not acknowledged is sent again, unchanged:
 * the server knows it by its turn, so that it is played once. */
export class Connection {
  /** @param {string} match @param {Listener} listener */
  constructor(match, listener) {
    this.match = match;
    this.listener = listener;
    this.kept = `pending.${match}`;
    /** @type {SocketAct | undefined} */
    this.pending = read(this.kept, undefined, "session");
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.joined = false;
    this.stopped = false;
    this.failures = 0;
    this.asked = 0; // when the first question without an answer was asked
    this.timer = 0;
  }

  start() {
    setInterval(() => this.check(), PING);
    addEventListener("online", () => {
      if (this.joined) this.listener.trouble("");
      this.check(true);
    });
    addEventListener("offline", () => this.listener.trouble("There is no network. It goes on when there is one."));
    addEventListener("pageshow", () => this.check(true));
    document.addEventListener("visibilitychange", () => this.check(document.visibilityState === "visible"));
    if (this.pending) this.listener.sending(true);
    this.open();
  }

  /** Do something. It is kept until the server has said what became of it.
   * @param {Act} act @param {string} seat
   * @returns {boolean} false if the act before is still on its way */
  act(act, seat) {
    if (this.pending || this.stopped) return false;
    this.pending = { type: "act", ...act, seat };
    write(this.kept, this.pending, "session");
    this.listener.sending(true);
    if (this.joined) this.send(this.pending);
    return true;
  }

  open() {
    clearTimeout(this.timer);
    this.asked = Date.now();
    this.joined = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}/api/socket`));
    socket.onopen = () => this.join();
    socket.onmessage = (event) => this.socket === socket && this.heard(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.closed(event);
  }

  join() {
    this.asked = Date.now();
    this.send({ type: "join", match: this.match, since: this.listener.seen(), seats: this.listener.secrets() });
  }

  /** Join once more: we have another seat now. */
  rejoin() {
    this.stopped = false;
    this.leave("", 0);
  }

  /** @param {ToSocket} message */
  heard(message) {
    this.asked = 0;
    if (message.type === "state") this.stands(message);
    else if (message.type === "done") this.settled(message.turn);
    else if (message.type === "refused") {
      if (NOT_NOW.includes(message.code))
        setTimeout(() => this.joined && this.pending && this.send(this.pending), AGAIN);
      else this.settled(message.turn);
      this.listener.refused(message);
    } else if (message.type === "bye") this.leave(message.message, 1000 * message.retry);
  }

  /** @param {StateMessage} message */
  stands(message) {
    if (!this.listener.state(message)) return this.leave("", 0); // joining again brings what is missing
    if (this.joined) return;
    this.joined = true;
    this.failures = 0;
    this.listener.trouble("");
    if (this.pending) this.send(this.pending);
  }

  /** @param {number} turn */
  settled(turn) {
    if (this.pending?.turn !== turn) return;
    this.pending = undefined;
    write(this.kept, undefined, "session");
    this.listener.sending(false);
  }

  /** @param {CloseEvent} event */
  closed(event) {
    if (event.code === 1008) {
      this.stopped = true;
      this.listener.stopped(event.reason || "The server closed the connection.");
      return;
    }
    // Full jitter, so that a thousand pages do not come back in the same moment.
    const longest = Math.min(LONGEST, SHORTEST * 2 ** this.failures++);
    this.leave(this.failures > 1 ? "The connection is lost. Trying again…" : "", Math.random() * longest);
  }

  /** Leave this socket for another one.
   * @param {string} words @param {number} wait */
  leave(words, wait) {
    const socket = this.socket;
    this.socket = undefined;
    this.joined = false;
    socket?.close();
    if (words) this.listener.trouble(words);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Is the server there? If no answer comes, connect anew; if nobody is connected and it is urgent, do not wait.
   * @param {boolean} [urgent] */
  check(urgent = false) {
    if (this.stopped) return;
    if (!this.socket) {
      if (urgent) this.open();
      return;
    }
    if (this.asked && Date.now() - this.asked > PATIENCE)
      return this.leave("The server does not answer. Trying again…", 0);
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.asked ||= Date.now();
    this.send({ type: "ping" });
  }

  /** @param {import("./messages").FromSocket} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
