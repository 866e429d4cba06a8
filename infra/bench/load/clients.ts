import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadPlan } from './plan.js';
import type { LoadDimension } from './sessions.js';
import { Tally, type TallyReport } from './tally.js';

const PROGRAM = fileURLToPath(new URL('client-process.js', import.meta.url));

/** What a process of members does. */
export interface ClientJob {
  plan: LoadPlan;
  urls: readonly string[];
  dimensions: readonly NumberedDimension[];
  /** As `Date.now()`. */
  startAt: number;
}

/** A dimension whose members have their number in the plan. */
export type NumberedDimension = Omit<LoadDimension, 'members'> & {
  members: (LoadDimension['members'][number] & { number: number })[];
};

/** What such a process says: now and then what it did, and at the end everything. */
export type ClientMessage = { counts: Record<string, number> } | { tally: TallyReport };

/** Returns the dimensions of each process, with numbers that alternate between them, so that all arrive alike. */
export function dealDimensions(
  dimensions: readonly LoadDimension[],
  processes: number,
): NumberedDimension[][] {
  const numbered = dimensions.map((dimension, part) => ({
    ...dimension,
    members: dimension.members.map((member, index) => ({
      ...member,
      number: index * dimensions.length + part,
    })),
  }));
  return Array.from({ length: Math.min(processes, dimensions.length) }, (_, process) =>
    numbered.filter((_dimension, part) => part % processes === process),
  );
}

/** Starts a process for members. @returns its id, and what they counted once they left */
export function startClients(
  job: ClientJob,
  onCounts: (counts: Record<string, number>) => void,
): { pid: number; tally: Promise<Tally> } {
  const child = fork(PROGRAM, { execArgv: [] });
  const tally = new Promise<Tally>((resolve, reject) => {
    child.on('message', (message: ClientMessage) => {
      if ('counts' in message) {
        onCounts(message.counts);
        return;
      }
      const counted = new Tally();
      counted.add(message.tally);
      child.disconnect();
      resolve(counted);
    });
    child.once('exit', (code) => reject(new Error(`The members ended with ${code}`)));
  });
  child.send(job);
  return { pid: child.pid ?? 0, tally };
}
