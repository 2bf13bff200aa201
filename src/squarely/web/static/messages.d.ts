// What is said between the page and the server, as messages.py has it: the same names, the same fields.

export type SideName = "first" | "second";
export type OfferKind = "draw" | "undo" | "rematch";

// What the page says

export interface NewMatch {
  game: string;
  opponent: string;
  options?: string;
  side?: SideName;
  name?: string;
  other_name?: string;
  position?: string;
  seed?: number | null;
  seconds?: number | null;
}

export interface TakeSeat {
  invitation: string;
  name?: string;
  claim?: string;
}

export interface Act {
  turn: number;
  act: "move" | "undo" | "resign" | "offer" | "accept" | "decline";
  move?: string;
  squares?: number[] | null;
  offer?: OfferKind | null;
}

export interface Join {
  type: "join";
  match: string;
  since?: number;
  seats?: string[];
}

export interface SocketAct extends Act {
  type: "act";
  seat?: string;
}

export interface Ping {
  type: "ping";
}

export type FromSocket = Join | SocketAct | Ping;

export interface Answer {
  game: string;
  position: string;
  options?: string;
  move?: string;
  squares?: number[] | null;
}

// What the server says

export interface Seat {
  match: string;
  side: SideName;
  secret: string;
}

export interface Begun {
  match: string;
  seats: Seat[];
  invitation: string | null;
}

export interface Square {
  name: string;
  text?: string;
  side?: SideName | null;
  place?: string;
}

export interface Board {
  columns: string[];
  rows: string[];
  squares: Square[];
  tokens: string[];
  drawing?: string;
}

export interface LegalMove {
  move: string;
  squares: number[];
  looks: Record<string, string>;
}

export interface Turn {
  turn: number;
  side: SideName;
  act: "move" | "undo" | "resign" | "draw" | "timeout";
  move?: string;
  back?: number;
}

export interface PlayerState {
  name: string;
  player: string;
  seated: boolean;
  here: boolean;
}

export interface Ending {
  winner: SideName | null;
  reason: string;
  closing: string;
}

export interface Offer {
  kind: OfferKind;
  by: SideName;
}

export interface Clock {
  seconds: number;
  left: number | null;
}

export interface State {
  match: string;
  game: string;
  title: string;
  goal: string;
  options: string;
  players: PlayerState[];
  between_people: boolean;
  turn: number;
  moves: number;
  start: string;
  position: string;
  mover: SideName | null;
  board: Board;
  legal: LegalMove[];
  changed: number[];
  holdings: string[];
  prompt: string;
  news: string;
  ending: Ending | null;
  offer: Offer | null;
  clock: Clock | null;
  truth: boolean;
  rematch: string | null;
  watching: number;
}

export interface StateMessage {
  type: "state";
  since: number;
  turns: Turn[];
  state: State;
  you: SideName[] | null;
}

export interface Done {
  type: "done";
  turn: number;
  again: boolean;
}

export interface Refused {
  type: "refused";
  turn: number;
  code: string;
  message: string;
}

export interface Pong {
  type: "pong";
}

export interface Bye {
  type: "bye";
  message: string;
  retry: number;
}

export type ToSocket = StateMessage | Done | Refused | Pong | Bye;

export interface Problem {
  error: string;
}

export interface MoveTruth {
  move: string;
  words: string;
  kind: "wins" | "loses" | "ties" | "endless";
  good: boolean;
  best: boolean;
  cost: number;
  note: string;
}

export interface Truth {
  turn: number;
  words: string;
  moves: MoveTruth[];
}

export interface Hint {
  step: number;
  words: string;
  last: boolean;
}

export interface Shown {
  position: string;
  mover: SideName;
  board: Board;
  holdings: string[];
}

export interface Step {
  board: Board;
  position: string;
  changed: number[];
  said: string;
  stands: string;
  because: string;
  cost: number;
  turning: boolean;
}

export interface Review {
  match: string;
  says: string;
  accuracies: string[];
  steps: Step[];
  chart: string;
}

export interface OptionFacts {
  name: string;
  default: string;
  says: string;
  lowest?: number | null;
  highest?: number | null;
  readings?: Record<string, string> | null;
  allowed?: string;
}

export interface GameFacts {
  game: string;
  title: string;
  goal: string;
  sides: string[];
  rules: string;
  start: string;
  dealt: boolean;
  board: Board;
  options: OptionFacts[];
}

export interface Verdict {
  number: number;
  section: string;
  claim: string;
  verdict: string;
  says: string[];
  ruling: string;
  record: string;
}

export interface Court {
  game: string;
  verdicts: Verdict[];
}

export interface Look {
  text?: string;
  side?: SideName | null;
}

export interface AtlasGroup {
  words: string;
  kind: "first" | "second" | "tie" | "endless";
  distance: number | null;
  mover: SideName;
  positions: string[];
}

export interface Atlas {
  game: string;
  title: string;
  options: string;
  sides: string[];
  folded: boolean;
  count: number;
  board: Board;
  looks: Record<string, Look>;
  groups: AtlasGroup[];
}

export interface Study {
  game: string;
  atlas: boolean;
  levels: number[];
}

export interface PuzzleTask {
  game: string;
  title: string;
  options: string;
  position: string;
  level: number;
  task: string;
  mover: SideName;
  sides: string[];
  board: Board;
  legal: LegalMove[];
  holdings: string[];
}

export interface Solved {
  right: boolean;
  move: string;
  because: string;
  refuted: string;
  keeping: string[];
  board: Board;
  changed: number[];
}
