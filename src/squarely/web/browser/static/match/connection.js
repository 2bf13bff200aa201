import { read, write } from "../site/storage.js";

/** @import {Act, Refused, SocketAct, StateMessage, ToSocket} from "../protocol/messages" */
/** @import {Trouble} from "./trouble.js" */

const PING = 2500;
const PATIENCE = 5000; // for a pong
const SHORTEST = 200;
const LONGEST = 10_000;
const NOT_NOW = ["busy", "unavailable"]; // refusals that may be otherwise in a moment
const AGAIN = 1500;

/** Who listens, and what the server has to know when joining.
 * @typedef {object} Listener
 * @property {() => number} seen the last turn that is known
 * @property {() => string[]} secrets of the seats that are held
 * @property {(message: StateMessage) => boolean} state false if turns before it are missing
 * @property {(message: Refused) => void} refused
 * @property {(sending: boolean) => void} sending whether an act is on its way
 * @property {(trouble: Trouble) => void} trouble what is wrong with the connection; no words when it is well
 * @property {(reason: string) => void} stopped it will not be tried again */

/** The line to one match. It comes back by itself, and an act that was not acknowledged is sent again, unchanged:
 * the server knows it by its turn, so that it is played once. */
export class Connection {
  /** @param {string} match @param {Listener} listener */
  constructor(match, listener) {
    this.match = match;
    this.listener = listener;
    this.storageKey = `pending.${match}`;
    /** @type {SocketAct | undefined} */
    this.pending = read(this.storageKey, undefined, "session");
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.joined = false;
    this.stopped = false;
    this.failures = 0;
    this.waitingSince = 0; // when the first question without an answer was asked
    this.timer = 0;
    this.trouble = ""; // in words
  }

  start() {
    setInterval(() => this.check(), PING);
    addEventListener("online", () => {
      if (this.joined) this.listener.trouble({ words: "" });
      this.check(true);
    });
    addEventListener("offline", () => this.listener.trouble({ words: "There is no network. It goes on when there is one." }));
    addEventListener("pageshow", () => this.check(true));
    document.addEventListener("visibilitychange", () => this.check(document.visibilityState === "visible"));
    if (this.pending) this.listener.sending(true);
    this.open();
  }

  /** Do something. It is stored until the server has answered.
   * @param {Act} act @param {string} seat
   * @returns {boolean} false if the act before is still on its way */
  act(act, seat) {
    if (this.pending || this.stopped) return false;
    this.pending = { type: "act", ...act, seat };
    write(this.storageKey, this.pending, "session");
    this.listener.sending(true);
    if (this.joined) this.send(this.pending);
    return true;
  }

  open() {
    clearTimeout(this.timer);
    if (this.trouble) this.listener.trouble({ words: this.trouble, retryAt: Date.now() });
    this.waitingSince = Date.now();
    this.joined = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}/api/socket`));
    socket.onopen = () => this.join();
    socket.onmessage = (event) => this.socket === socket && this.onMessage(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.onClose(event);
  }

  join() {
    this.waitingSince = Date.now();
    this.send({ type: "join", match: this.match, since: this.listener.seen(), seats: this.listener.secrets() });
  }

  /** Join once more: we have another seat now. */
  rejoin() {
    this.stopped = false;
    this.reconnect("", 0);
  }

  /** @param {ToSocket} message */
  onMessage(message) {
    this.waitingSince = 0;
    if (message.type === "state") this.onState(message);
    else if (message.type === "done") this.settle(message.turn);
    else if (message.type === "refused") {
      if (NOT_NOW.includes(message.code))
        setTimeout(() => this.joined && this.pending && this.send(this.pending), AGAIN);
      else this.settle(message.turn);
      this.listener.refused(message);
    } else if (message.type === "bye") this.reconnect(message.message, 1000 * message.retry);
  }

  /** @param {StateMessage} message */
  onState(message) {
    if (!this.listener.state(message)) return this.reconnect("", 0); // joining again brings what is missing
    if (this.joined) return;
    this.joined = true;
    this.failures = 0;
    this.trouble = "";
    this.listener.trouble({ words: "" });
    if (this.pending) this.send(this.pending);
  }

  /** @param {number} turn */
  settle(turn) {
    if (this.pending?.turn !== turn) return;
    this.pending = undefined;
    write(this.storageKey, undefined, "session");
    this.listener.sending(false);
  }

  /** @param {CloseEvent} event */
  onClose(event) {
    if (event.code === 1008) {
      this.stopped = true;
      this.listener.stopped(event.reason || "The server closed the connection.");
      return;
    }
    // Full jitter, so that a thousand pages do not come back in the same moment.
    const longest = Math.min(LONGEST, SHORTEST * 2 ** this.failures++);
    const words = this.failures > 1 ? this.trouble || "The connection to the server is lost." : "";
    this.reconnect(words, Math.random() * longest);
  }

  /** Leave this socket for another one.
   * @param {string} words @param {number} wait */
  reconnect(words, wait) {
    const socket = this.socket;
    this.socket = undefined;
    this.joined = false;
    socket?.close();
    this.trouble = words;
    if (words) this.listener.trouble({ words, retryAt: Date.now() + wait });
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
    if (this.waitingSince && Date.now() - this.waitingSince > PATIENCE)
      return this.reconnect("The server does not answer.", 0);
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.waitingSince ||= Date.now();
    this.send({ type: "ping" });
  }

  /** @param {import("../protocol/messages").FromSocket} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
