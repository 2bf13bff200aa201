// A match as this browser knows it, the connection that tells it so, and acting in it.
import { announce, asSentence, find, getSeats, otherSide, read, readFirst, setText, SIDES, write } from "../site/site.js";
import { changeSquares } from "../site/board.js";

/** @import {Act, Board, FromSocket, LegalMove, Refused, Replay, SideName} from "../protocol/messages" */
/** @import {SocketAct, State, StateMessage, ToSocket, Turn} from "../protocol/messages" */
/** @import {Remains} from "../site/board.js" */

const PING = 2500;
const PATIENCE = 5000; // for a pong
const SHORTEST = 200;
const LONGEST = 10_000;
const NOT_NOW = ["busy", "unavailable"]; // refusals that may be otherwise in a moment
const AGAIN = 1500;
const SLOW = 300; // after which sending is shown
const LOST = "The connection to the server is lost.";

/** A position with what the move before it did: all that is needed to look at it again.
 * @typedef {{position: string, board: Board, changed: number[], remains: Remains}} SeenPosition */

/** A match as this browser sees it: how it stands, how it came to that, and which seats are ours. */
class MatchState {
  id = location.pathname.split("/").pop() ?? "";
  seen = 0; // the last turn that is known
  /** @type {State | undefined} */ state;
  /** Our seats. @type {SideName[]} */ you = [];
  /** The moves that stand. @type {Turn[]} */ moves = [];
  /** How it stood before the first move and after each, as far as that was seen. @type {(SeenPosition | undefined)[]} */
  positions = [];
  /** @type {Turn | undefined} */ lastTurn;
  isHelped = false; // a hint or the truth was shown
  /** What we did last, until it was refused. @type {Act | undefined} */ sent;

  /** Take in what the server says. Gives the turns that are new, or nothing where some before them are missing.
   * @param {StateMessage} message @returns {Turn[] | undefined} */
  receive({ since, turns, state, you }) {
    if (since > this.seen) return undefined;
    if (you && since === 0) [this.seen, this.moves, this.positions] = [0, [], []]; // told from the beginning
    const fresh = turns.filter((turn) => turn.turn > this.seen);
    for (const turn of fresh) {
      if (turn.act === "move") this.moves.push(turn);
      if (turn.act === "undo") this.moves.length -= turn.back ?? 0;
      this.positions.length = Math.min(this.positions.length, this.moves.length + 1);
      this.lastTurn = turn;
    }
    if (state.turn >= this.seen) {
      // A message that was overtaken shows nothing new.
      this.state = state;
      const { position, board, changed, remains } = state;
      this.positions[state.moves] = { position, board, changed, remains };
    }
    this.seen = Math.max(this.seen, state.turn);
    if (you) this.you = you;
    return fresh;
  }

  /** Take in every position, told move by move. @param {Replay} replay */
  unfold({ start, board, moves }) {
    /** @type {SeenPosition} */ let before = { position: start, board, changed: [], remains: {} };
    this.positions = [before];
    for (const { position, side, looks, captured = {}, drawing = "", closed = {} } of moves) {
      const remains = { ...before.remains };
      for (const [square, text] of Object.entries(captured)) remains[square] = { text, side };
      const after = drawing ? { ...board, drawing } : { ...changeSquares(before.board, looks), closed };
      before = { position, board: after, changed: Object.keys(looks).map(Number), remains };
      this.positions.push(before);
    }
  }

  /** How it stands. Only asked for once something was received. @returns {State} */
  get now() {
    if (!this.state) throw new Error("nothing is known of the match yet");
    return this.state;
  }

  get names() {
    return this.now.players.map((player) => player.name);
  }

  player(/** @type {SideName} */ side) {
    const player = this.now.players[SIDES.indexOf(side)];
    if (!player) throw new Error(`there is no ${side} side`);
    return player;
  }

  /** What to call a side: You, where that says it. @param {SideName} side */
  nameFor(side) {
    return this.you.length === 1 && this.you[0] === side ? "You" : this.player(side).name;
  }

  /** Whether one of our seats is to move, and has not yet. */
  get isOurTurn() {
    return this.now.mover !== null && !this.now.ending && this.you.includes(this.now.mover) && !this.isSending;
  }

  /** Whether a move of ours is not acknowledged yet. Squares alone only ask why they are no move. */
  get isSending() {
    return this.sent?.act === "move" && !this.sent.squares && this.sent.turn === this.now.turn + 1;
  }

  /** The move that is on its way, where it is one of those that we were told. @returns {LegalMove | undefined} */
  get moveOnItsWay() {
    return this.isSending ? this.now.legal.find(({ move }) => move === this.sent?.move) : undefined;
  }

  get hasBothSeats() {
    return this.you.length === 2;
  }

  /** Whether we move for both sides to see what is true, and nobody can lose. */
  get isStudy() {
    return !this.now.between_people && this.now.players.every(({ player }) => player === "person");
  }

  /** Whether the other side is a person elsewhere, who has to be asked. */
  get mustAsk() {
    return this.now.between_people && !this.hasBothSeats;
  }

  /** The side that we act for: ours; with both seats the side that is to move, or has an offer to answer. */
  get actingSide() {
    const { mover, offer } = this.now;
    if (!this.hasBothSeats) return this.you[0];
    return offer ? otherSide(offer.by) : (mover ?? "first");
  }

  /** The secret of our seat on a side. @param {SideName | undefined} side */
  secretOf(side) {
    return getSeats(this.id).find((seat) => seat.side === side)?.secret ?? "";
  }
}

/** The match of this page. */
export const match = new MatchState();

/** The match as the page came with it, seen from the seats of this browser, so that it can be shown and played before
 * the connection to the server is open. @returns {StateMessage | undefined} */
export function readFirstState() {
  const first = /** @type {StateMessage | undefined} */ (readFirst("first-state"));
  if (!first) return undefined;
  const you = SIDES.filter((side) => match.secretOf(side));
  for (const side of you) Object.assign(first.state.players[SIDES.indexOf(side)] ?? {}, { here: true });
  return { ...first, you };
}

/** What the page does when something has happened.
 * @typedef {object} Listener
 * @property {(message: StateMessage) => boolean} state false if turns before it are missing
 * @property {(message: Refused) => void} refused
 * @property {() => void} moved a move of ours is on its way
 * @property {() => void} trouble something else is wrong than before, or an act is on its way, or no longer
 * @property {() => void} stopped it will not be tried again */

/** The connection to one match. It comes back by itself, and an act that was not acknowledged is sent again, unchanged:
 * the server knows it by its turn, so that it is played once. */
class Connection {
  /** @type {WebSocket | undefined} */ socket;
  joined = false;
  stopped = false;
  failures = 0;
  waitingSince = 0; // when the first question without an answer was asked
  timer = 0;
  cause = ""; // of the last reconnection
  trouble = ""; // what is wrong, in words; nothing when all is well

  storageKey = `pending.${match.id}`;
  /** @type {SocketAct | undefined} */ pending = read(this.storageKey, undefined, "sessionStorage");
  /** @type {Listener} */ listener = { state: () => true, refused() {}, moved() {}, trouble() {}, stopped() {} };

  start() {
    setInterval(() => this.check(), PING);
    addEventListener("online", () => {
      if (this.joined) this.tell("");
      this.check(true);
    });
    addEventListener("offline", () => this.tell("There is no network. It goes on when there is one."));
    addEventListener("pageshow", () => this.check(true));
    document.addEventListener("visibilitychange", () => this.check(!document.hidden));
    setTimeout(() => this.listener.trouble(), SLOW);
    this.open();
  }

  /** Do something. It is stored until the server has answered.
   * @param {Act} act @param {string} seat @returns {boolean} false if the act before is still on its way */
  act(act, seat) {
    if (this.pending || this.stopped) return false;
    this.pending = { type: "act", ...act, seat };
    write(this.storageKey, this.pending, "sessionStorage");
    setTimeout(() => this.listener.trouble(), SLOW);
    if (this.joined) this.send(this.pending);
    return true;
  }

  open() {
    clearTimeout(this.timer);
    this.waitingSince = Date.now();
    this.joined = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}/api/socket`));
    socket.onopen = () => {
      this.waitingSince = Date.now();
      const seats = getSeats(match.id).map(({ secret }) => secret);
      this.send({ type: "join", match: match.id, since: match.seen, seats });
    };
    socket.onmessage = (event) => this.socket === socket && this.onMessage(JSON.parse(event.data));
    socket.onclose = (event) => this.socket === socket && this.onClose(event);
  }

  /** Join once more: we have another seat now. */
  rejoin() {
    this.stopped = false;
    this.reconnect("", 0);
  }

  onMessage(/** @type {ToSocket} */ message) {
    this.waitingSince = 0;
    if (message.type === "state") this.onState(message);
    else if (message.type === "done") this.settle(message.turn);
    else if (message.type === "bye") this.reconnect(message.message, 1000 * message.retry);
    else if (message.type === "refused") {
      if (!NOT_NOW.includes(message.code)) this.settle(message.turn);
      else setTimeout(() => this.joined && this.pending && this.send(this.pending), AGAIN);
      this.listener.refused(message);
    }
  }

  onState(/** @type {StateMessage} */ message) {
    if (!this.listener.state(message)) return this.reconnect("", 0); // joining again brings what is missing
    if (this.joined) return;
    this.joined = true;
    this.failures = 0;
    this.cause = "";
    this.tell("");
    if (this.pending) this.send(this.pending);
  }

  settle(/** @type {number} */ turn) {
    if (this.pending?.turn !== turn) return;
    this.pending = undefined;
    write(this.storageKey, undefined, "sessionStorage");
    this.listener.trouble();
  }

  onClose(/** @type {CloseEvent} */ event) {
    if (event.code === 1008) {
      this.stopped = true;
      this.tell(asSentence(event.reason || "The server closed the connection"));
      return this.listener.stopped();
    }
    // Full jitter, so that a thousand pages do not come back in the same moment.
    const longest = Math.min(LONGEST, SHORTEST * 2 ** this.failures++);
    this.reconnect(this.failures > 1 ? this.cause || LOST : "", Math.random() * longest);
  }

  /** Leave this socket for another one. @param {string} words @param {number} wait */
  reconnect(words, wait) {
    const socket = this.socket;
    this.socket = undefined;
    this.joined = false;
    socket?.close();
    this.cause = words;
    if (words) this.tell(`${words} Reconnecting…`);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** Say what is wrong. @param {string} words nothing: all is well */
  tell(words) {
    if (words && words !== this.trouble) announce(words);
    this.trouble = words;
    this.listener.trouble();
  }

  /** Ping the server. If no answer comes, connect anew; if it is urgent and there is no socket, do not wait.
   * @param {boolean} [urgent] */
  check(urgent = false) {
    if (this.stopped) return;
    if (!this.socket) return urgent ? this.open() : undefined;
    if (this.waitingSince && Date.now() - this.waitingSince > PATIENCE)
      return this.reconnect("The server does not answer.", 0);
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.waitingSince ||= Date.now();
    this.send({ type: "ping" });
  }

  send(/** @type {FromSocket} */ message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

export const connection = new Connection();

/** Do something in the match, for the side that is ours. @param {Omit<Act, "turn">} wanted */
export function act(wanted) {
  showProblem("");
  const sent = { turn: match.now.turn + 1, ...wanted };
  if (!connection.act(sent, match.secretOf(match.actingSide)))
    return showProblem("What you did before is still on its way.");
  match.sent = sent;
  if (match.isSending) connection.listener.moved();
}

/** Say what was not possible, and why. @param {string} words */
export function showProblem(words) {
  setText(find("problem"), asSentence(words));
  if (words) announce(asSentence(words));
}
