import type { Member } from '../load/commands.js';
import type { SystemName } from '../load/dialect.js';
import type { ServerProcess } from './server-process.js';

export interface Population {
  channels: number;
  /** Members per channel, including its senders. */
  receivers: number;
  senders: number;
  /** Whether the channels are private and name their members. */
  isPrivate?: boolean;
}

export interface System {
  readonly name: SystemName;
  readonly server: ServerProcess;
  /** Returns the CPU seconds used by the server's services so far. */
  servicesCpu(): number;
  /** Creates members with sessions, each in one channel. The first members of each channel are its senders. */
  populate(population: Population): Promise<Member[]>;
  stop(): Promise<void>;
}
