import type { SystemName } from './dialect.js';

export interface Member {
  id: number;
  /** Empty if the system has no sessions. */
  sessionId: string;
  channelIds: readonly string[];
  /** The index among the first channel's senders; absent for other members. */
  sender?: number;
}

/**
 * How senders send: each with a number of messages in flight, or a message per interval; or in turn, with a number of messages in
 * flight together.
 */
export type Pace = { window: number } | { everyMs: number } | { inFlight: number };

export interface Commands {
  /** Connects members and opens their channels, `concurrency` members at a time. Answers `failed`. */
  connect: { system: SystemName; url: string; members: readonly Member[]; concurrency: number };
  /** Makes every sender send for `forMs`, and waits for all acknowledgements. Answers `acknowledged`, `failed`. */
  send: { pace: Pace; forMs: number };
  /** Answers the deliveries since the last reset as `receipt`. */
  receipt: object;
  reset: object;
  terminate: { ids: readonly number[] };
  /**
   * Delays each member randomly by up to `withinMs`. Answers `failed`, the total duration as `tookMs`, and the duration of each reconnect
   * after its delay as `latencies`.
   */
  reconnect: { withinMs: number };
  /** Answers the number of reconnected members with missing messages up to a `seq` as `count`. */
  incomplete: { seq: number };
  pause: { ids: readonly number[] };
  /** Makes paused members read again, so that they notice closed connections. */
  resume: object;
  /** Answers the number of unexpectedly closed connections as `count`. */
  closed: object;
  /** Connects members again whose connections were unexpectedly closed, and opens their channels. Answers their `count`. */
  reopen: object;
  disconnect: object;
}

export type CommandName = keyof Commands;

/** The answer of a load process. Each command sets its own fields. */
export interface Answer {
  acknowledged?: number;
  failed?: number;
  tookMs?: number;
  count?: number;
  latencies?: readonly number[];
  receipt?: ReceiptReport;
}

export interface ReceiptReport {
  received: number;
  duplicates: number;
  outOfOrder: number;
  lastAt: number;
  latencies: readonly number[];
}

export type CommandMessage<C extends CommandName = CommandName> = {
  [Name in C]: { id: number; command: Name; request: Commands[Name] };
}[C];

export type CommandHandlers = { [C in CommandName]: (request: Commands[C]) => Promise<Answer> };

export type Reply = { id: number; answer: Answer } | { id: number; error: string };
