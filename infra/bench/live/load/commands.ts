import type { SystemName } from './dialect.js';

/** A member that a load process plays. */
export interface Member {
  id: number;
  /** Empty for a system without sessions. */
  sessionId: string;
  channelIds: readonly string[];
  /** The member's number among the first channel's senders, where it is one. */
  sender?: number;
}

/** How each sender sends: with so many under way at once, or one in so many milliseconds. */
export type Pace = { window: number } | { everyMs: number };

/** What a load process can be told. */
export interface Commands {
  /** Connects members and opens their channels, at most so many at once. Answers `failed`. */
  connect: { system: SystemName; url: string; members: readonly Member[]; atOnce: number };
  /** Lets every sender send for so long, and waits for what is under way. Answers `acknowledged`, `failed`. */
  send: { pace: Pace; forMs: number };
  /** Answers what arrived since the last reset, as `receipt`. */
  receipt: object;
  reset: object;
  /** Breaks members' connections. */
  cut: { ids: readonly number[] };
  /**
   * Lets the members that were cut come back, each after a moment of its own within so many milliseconds, and fetch
   * what they missed. Answers how many could not (`failed`), and when the last one had it (`tookMs`).
   */
  comeBack: { withinMs: number };
  /** Answers how many members that came back lack something up to a `seq`, as `count`. */
  incomplete: { seq: number };
  /** Lets members read nothing any more. */
  stall: { ids: readonly number[] };
  /** Lets those who stalled read again, and so notice what became of their connection. */
  wake: object;
  /** Answers how many connections ended without being asked to, as `count`. */
  closed: object;
  leave: object;
}

export type CommandName = keyof Commands;

/** What a load process answers; what a command has nothing to say about is left out. */
export interface Answer {
  acknowledged?: number;
  failed?: number;
  tookMs?: number;
  count?: number;
  receipt?: ReceiptReport;
}

/** A receipt as it goes between processes. */
export interface ReceiptReport {
  received: number;
  duplicates: number;
  disordered: number;
  lastAt: number;
  latencies: readonly number[];
}

/** A command on its way to a load process. */
export type Order<C extends CommandName = CommandName> = {
  [Name in C]: { id: number; command: Name; request: Commands[Name] };
}[C];

/** Who carries commands out. */
export type Doing = { [C in CommandName]: (request: Commands[C]) => Promise<Answer> };

/** What comes back. */
export type Reply = { id: number; answer: Answer } | { id: number; error: string };
