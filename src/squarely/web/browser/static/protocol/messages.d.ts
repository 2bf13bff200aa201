// Written by `make messages` from squarely/web/protocol/messages: change those instead.

export type SideName = "first" | "second";

export type ProblemCode = "invalid" | "bad_option" | "bad_position" | "bad_player" | "illegal_move" | "illegal_act" | "not_solved" | "no_secret" | "not_your_seat" | "truth_closed" | "unknown_game" | "unknown_match" | "not_found" | "method_not_allowed" | "too_slow" | "stale_turn" | "too_large" | "not_json" | "wrong_host" | "rate_limited" | "server_error" | "unavailable";

export type OfferKind = "draw" | "undo" | "rematch";

export type FromSocket = Join | SocketAct | Ping;

export type ToSocket = StateMessage | Done | Refused | Pong | Bye;

export type Kind = "wins" | "loses" | "ties" | "endless" | "likely" | "open" | "unlikely";

/** Why something was not done: a sentence, a word for programs, and the field that is wrong where one is. */
export interface Problem {
  error: string;
  code: ProblemCode;
  field?: string;
}

/** What is on a square, whose it is, and what the square is called. */
export interface Square {
  name: string;
  text?: string;
  side?: SideName | null;
  place?: string;
}

/** The squares row by row, and what the columns and rows are called; a drawing where no squares can be shown. */
export interface Board {
  columns: string[];
  rows: string[];
  squares: Square[];
  tokens: string[];
  drawing?: string;
  shared?: string[];
  closed?: Record<string, number>;
}

/** A position to look at: whose turn it is, the board, and what each side holds. */
export interface Shown {
  position: string;
  mover: SideName;
  board: Board;
  holdings: string[];
}

/** A move in words, the squares to touch for it, the first one first, and how the board will look. */
export interface LegalMove {
  move: string;
  squares: number[];
  looks: Record<string, string>;
  note?: string;
}

/** A match to begin. The opponent: `here` (both at this screen), `link` (a friend elsewhere), `explore` (both sides yourself, with the truth at hand), `random`, `level:1` to `level:9`, `search:1s` and the like, or `perfect`. */
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

/** Accept an invitation. With the same made-up `claim` it can be asked again if the answer was lost. */
export interface TakeSeat {
  invitation: string;
  name?: string;
  claim?: string;
}

/** Do something in a match. `turn` is the turn that this will be: one more than the state shows. A move is given in words or as the squares it points at, in the order in which they were touched. */
export interface Act {
  turn: number;
  act: "accept" | "decline" | "move" | "offer" | "resign" | "undo";
  move?: string;
  squares?: number[] | null;
  offer?: OfferKind | null;
}

/** The first message on a socket. `since` is the last turn that the client has seen. */
export interface Join {
  type: "join";
  match: string;
  since?: number;
  seats?: string[];
}

/** The same over a socket, with the secret of the seat that acts. */
export interface SocketAct {
  type: "act";
  turn: number;
  act: "accept" | "decline" | "move" | "offer" | "resign" | "undo";
  move?: string;
  squares?: number[] | null;
  offer?: OfferKind | null;
  seat?: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** A seat and the secret that proves whose it is. Told once, to its taker. */
export interface Seat {
  match: string;
  side: SideName;
  secret: string;
}

/** A match that was begun: the seats of its beginner, and the invitation to the other one. */
export interface Begun {
  match: string;
  seats: Seat[];
  invitation: string | null;
}

/** One turn of a match. An undo takes back as many moves as `back` says. */
export interface Turn {
  turn: number;
  side: SideName;
  act: "draw" | "move" | "resign" | "timeout" | "undo";
  move?: string;
  back?: number;
  note?: string;
  told?: string;
}

/** Who sits on a side: a person, or a computer player by its name. A person may not have come yet. */
export interface PlayerState {
  name: string;
  player: string;
  seated: boolean;
  here: boolean;
}

/** The computer player to play next: a stronger one after a win, a weaker one after a second loss. */
export interface NextLevel {
  opponent: string;
  says: string;
}

/** How a match ended. */
export interface Ending {
  winner: SideName | null;
  reason: string;
  closing: string;
  next_level: NextLevel | null;
}

/** What one side has proposed. */
export interface Offer {
  kind: OfferKind;
  by: SideName;
}

/** Seconds for each turn, and how many were left when this was sent; None before it runs. It stands still while what the mover has offered is open. */
export interface Clock {
  seconds: number;
  left: number | null;
}

/** A match as it stands. Nothing in it is secret. */
export interface State {
  match: string;
  game: string;
  title: string;
  goal: string;
  options: string;
  rules_name: string;
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
  moved: [number, number][];
  remains: Record<string, Square>;
  won: number[];
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

/** A match in a list of matches: who plays it, how it looks, whose turn it is or how it ended, and since when. */
export interface MatchSummary {
  match: string;
  game: string;
  title: string;
  subtitle: string;
  names: string[];
  between_people: boolean;
  waiting: boolean;
  mover: SideName | null;
  board: Board;
  changed: number[];
  over: boolean;
  winner: SideName | null;
  at: number;
}

/** A match as it stands, with the turns after `since`. `you` is told on joining only. */
export interface StateMessage {
  type: "state";
  since: number;
  turns: Turn[];
  state: State;
  you: SideName[] | null;
}

/** A move of a match and what it did: how squares look after it, from where to where pieces went, what it captured. A position that does not fit its board has a drawing. */
export interface PlayedMove {
  side: SideName;
  move: string;
  position: string;
  looks: Record<string, string>;
  moved?: [number, number][];
  captured?: Record<string, string>;
  drawing?: string;
  closed?: Record<string, number>;
}

/** How a match came to where it stands: the board it began on, and every move that was not taken back. */
export interface Replay {
  turn: number;
  start: string;
  board: Board;
  moves: PlayedMove[];
}

/** Your act was played and is kept. `again` if it had been before. */
export interface Done {
  type: "done";
  turn: number;
  again: boolean;
}

/** Your act was not played, and why: one of `illegal`, `stale`, `seat`, `busy` or `unavailable`, and a sentence. */
export interface Refused {
  type: "refused";
  turn: number;
  code: string;
  message: string;
}

/** Yes. */
export interface Pong {
  type: "pong";
}

/** The server stops. Come back in so many seconds. */
export interface Bye {
  type: "bye";
  message: string;
  retry: number;
}

/** A legal move and what it is worth to the mover; `kind` says how it ends. A `good` move costs nothing: no points, where there are points, and else not the result. The `best` ones are those of the good ones that win soonest or lose latest. Where a search was asked there is its `share`: of the points, for the mover. With `wins`, `loses` and `ties` the result is then proved, without how soon. The best are those that look so, and only a known result can be lost. */
export interface MoveTruth {
  move: string;
  squares: number[];
  words: string;
  kind: Kind;
  distance: number | null;
  margin: number | null;
  good: boolean;
  best: boolean;
  cost: number;
  note: string;
  share: number | null;
}

/** What a position is worth, and each of its moves, the best first. */
export interface Truth {
  turn: number;
  words: string;
  moves: MoveTruth[];
  share: number | null;
}

/** One hint. There are more until `last`. The squares are those that it points at, if it does. */
export interface Hint {
  step: number;
  words: string;
  last: boolean;
  squares: number[];
}

/** What a position is worth to its mover, and each of its moves, the best first; none where it is over. */
export interface PositionTruth {
  game: string;
  options: string;
  position: string;
  mover: SideName;
  over: string;
  words: string;
  kind: Kind;
  distance: number | null;
  margin: number | null;
  moves: MoveTruth[];
  hint: Hint | null;
  share: number | null;
}

/** What a position is worth: who wins, how it ends, in how many moves, by how many points. */
export interface Worth {
  winner: SideName | null;
  ending: string;
  distance: number | null;
  margin: number | null;
  share: number | null;
}

/** A position of a finished match: the board, and what is to be said about the move that led to it. */
export interface Step {
  board: Board;
  position: string;
  changed: number[];
  said: string;
  worth: Worth | null;
  stands: string;
  because: string;
  cost: number;
  turning: boolean;
}

/** A match held against the truth. The chart is an SVG picture; step n is its group `dot-n`. Where the game is not solved, `says` is which moves are judged by what a search believes. */
export interface Review {
  match: string;
  says: string;
  accuracies: string[];
  steps: Step[];
  chart: string;
  levels: number[];
}

/** An option of a game: a number between `lowest` and `highest`, or one of `readings`, or in words `allowed`. */
export interface OptionFacts {
  name: string;
  default: string;
  says: string;
  lowest?: number | null;
  highest?: number | null;
  readings?: Record<string, string> | null;
  allowed?: string;
}

/** A named choice of options, and what is different from the rulebook, as a sentence. The first is `printed`. */
export interface RuleSetFacts {
  name: string;
  options: string;
  says: string;
}

/** What there is to know about a game before playing it; `picture` is a board out of the middle of a match. */
export interface GameFacts {
  game: string;
  title: string;
  subtitle: string;
  goal: string;
  sides: string[];
  rules: string;
  start: string;
  dealt: boolean;
  board: Board;
  picture: Board;
  options: OptionFacts[];
  chosen: string;
  rule_sets: RuleSetFacts[];
}

/** What the court found about one sentence of a rulebook. */
export interface Verdict {
  number: number;
  section: string;
  claim: string;
  verdict: string;
  says: string[];
  ruling: string;
  record: string;
}

/** Every verdict on a game. */
export interface Court {
  game: string;
  verdicts: Verdict[];
}

/** Every position with the same value and the same side to move, each as its line. */
export interface AtlasGroup {
  words: string;
  kind: "endless" | "first" | "second" | "tie";
  distance: number | null;
  mover: SideName;
  positions: string[];
  margin: number | null;
}

/** How a glyph of a position line looks on a board. */
export interface Look {
  text?: string;
  side?: SideName | null;
}

/** Every position of a game: won ones first, the longest wins before the others, and what is over last. Where `folded`, one stands for all that lie another way. `start` is where play begins, and in the `turning` positions one move alone keeps the result, the hardest first. A picture of a position is made from its line alone: a glyph a square, row by row, each as `looks` has it. */
export interface Atlas {
  game: string;
  title: string;
  subtitle: string;
  options: string;
  sides: string[];
  folded: boolean;
  count: number;
  board: Board;
  looks: Record<string, Look>;
  start: string;
  turning: string[];
  groups: AtlasGroup[];
  scoreless: boolean;
}

/** What there is to study of a game as its rulebook has it: whether it has an atlas, and its levels of puzzles. */
export interface Study {
  game: string;
  atlas: boolean;
  levels: number[];
}

/** A move for a puzzle. */
export interface Answer {
  game: string;
  position: string;
  options?: string;
  move?: string;
  squares?: number[] | null;
}

/** A position whose mover has something to find. */
export interface PuzzleTask {
  position: string;
  mover: SideName;
  board: Board;
  holdings: string[];
  game: string;
  title: string;
  subtitle: string;
  options: string;
  level: number;
  task: string;
  sides: string[];
  legal: LegalMove[];
}

/** Whether the move was right, and why. `refuted` is what is wrong with it, without a word about what is right. */
export interface Solved {
  right: boolean;
  move: string;
  because: string;
  refuted: string;
  keeping: string[];
  board: Board;
  changed: number[];
}

/** A position that shows what the truth is: every move of it with its value. */
export interface Example {
  game: string;
  subtitle: string;
  sides: string[];
  shown: Shown;
  truth: PositionTruth;
}

/** Somebody's results, as the lines of `squarely me` have them, and the day where they are. */
export interface PlayedLines {
  lines: string;
  today: string;
}

/** Results in the words of `squarely me`: rows of a table below `heading`, sentences, and what could not be read. */
export interface ResultsSummary {
  heading: string[];
  rows: string[][];
  sentences: string[];
  trouble: string[];
}
