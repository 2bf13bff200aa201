import { getSeats } from "../site/seats.js";
import { otherSide, SIDES } from "../site/sides.js";
import { seePosition } from "./positions.js";

/** @import {Act, LegalMove, SideName, State, StateMessage, Turn} from "../protocol/messages" */

/** @import {SeenPosition} from "./positions.js" */

/** A move that stands. @typedef {{side: SideName, move: string}} Made */

/** A match as this browser sees it: how it stands, how it came to that, and which seats are ours. */
export class MatchState {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.seen = 0;
    /** @type {State | undefined} */
    this.state = undefined;
    /** @type {SideName[]} */
    this.you = [];
    /** @type {Made[]} */
    this.moves = [];
    /** How it stood before the first move and after each, as far as that was seen. @type {(SeenPosition | undefined)[]} */
    this.positions = [];
    /** What happened last. @type {Turn | undefined} */
    this.lastTurn = undefined;
    /** What we did last, until it was refused. @type {Act | undefined} */
    this.sent = undefined;
  }

  /** Take in what the server says. Gives the turns that are new, or nothing where some before them are missing.
   * @param {StateMessage} message
   * @returns {Turn[] | undefined} */
  receive({ since, turns, state, you }) {
    if (since > this.seen) return undefined;
    if (you && since === 0) [this.seen, this.moves, this.positions] = [0, [], []]; // told from the beginning
    const fresh = turns.filter((turn) => turn.turn > this.seen);
    for (const turn of fresh) {
      if (turn.act === "move") this.moves.push({ side: turn.side, move: turn.move ?? "" });
      if (turn.act === "undo") this.moves.length -= turn.back ?? 0;
      this.positions.length = Math.min(this.positions.length, this.moves.length + 1);
      this.lastTurn = turn;
    }
    if (state.turn >= this.seen) {
      // A message that was overtaken shows nothing new.
      this.state = state;
      this.positions[state.moves] = seePosition(state);
    }
    this.seen = Math.max(this.seen, state.turn);
    if (you) this.you = you;
    return fresh;
  }

  /** How it stands. Only asked for once something was received. @returns {State} */
  get now() {
    if (!this.state) throw new Error("nothing is known of the match yet");
    return this.state;
  }

  /** The names of the two sides. */
  get names() {
    return this.now.players.map((player) => player.name);
  }

  /** @param {SideName} side */
  player(side) {
    const player = this.now.players[SIDES.indexOf(side)];
    if (!player) throw new Error(`there is no ${side} side`);
    return player;
  }

  /** What to call a side: You, where that says it. @param {SideName} side */
  nameFor(side) {
    return this.you.length === 1 && this.you[0] === side ? "You" : this.player(side).name;
  }

  /** Whether somebody of this browser is to move, and has not yet. */
  get isOurTurn() {
    return this.now.mover !== null && !this.now.ending && this.you.includes(this.now.mover) && !this.isSending;
  }

  /** Whether a move of ours is on its way: the match has not come to its turn. Squares alone only ask why not. */
  get isSending() {
    return this.sent?.act === "move" && !this.sent.squares && this.sent.turn === this.now.turn + 1;
  }

  /** The move that is on its way, where it is one of those that we were told. @returns {LegalMove | undefined} */
  get moveOnItsWay() {
    return this.isSending ? this.now.legal.find(({ move }) => move === this.sent?.move) : undefined;
  }

  /** Whether both seats are ours, so that nobody else has to be asked. */
  get hasBothSeats() {
    return this.you.length === 2;
  }

  /** Whether the other side is a person elsewhere, who has to be asked. */
  get mustAsk() {
    return this.now.between_people && !this.hasBothSeats;
  }

  /** The side that we act for: ours, and with both seats whoever is to move, or has an offer to answer. */
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
