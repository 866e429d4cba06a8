import type { Member } from '../load/commands.js';
import type { SystemName } from '../load/dialect.js';
import type { ServerProcess } from './server-process.js';

/** Who is in which channels. */
export interface Population {
  channels: number;
  /** Members that have each channel open, its senders among them. */
  receivers: number;
  senders: number;
}

/** A system that is measured. */
export interface System {
  readonly name: SystemName;
  readonly server: ServerProcess;
  /** CPU seconds that the services beside the server have used so far. */
  servicesCpu(): number;
  /** Makes members with sessions, each in one channel; the first of each channel are its senders. */
  populate(population: Population): Promise<Member[]>;
  stop(): Promise<void>;
}
