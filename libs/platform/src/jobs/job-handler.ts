import { type QueueName } from '../queues.js';

/** Runs one kind of job. A job may run twice, also concurrently with itself, so `run` is idempotent. */
export interface JobHandler {
  /** The job's name; for a job from the outbox also its topic. */
  readonly name: string;
  /** Runs too long for the prompt queue. */
  readonly isHeavy?: boolean;
  /** Waits for a mail server. */
  readonly isMail?: boolean;
  /** Waits for servers that others chose. */
  readonly isFetch?: boolean;
  /** No member waits for it. */
  readonly isBulk?: boolean;
  /** The minimum delay before the next attempt while a dependency is down, in milliseconds; a second if not set. */
  readonly outageDelayMs?: number;
  /** How long a job waits, so that it covers what follows shortly; not at all if not set. In milliseconds. */
  readonly delayMs?: number;
  /** @param subject the id or path that the job is about */
  run(subject: string): Promise<void>;
}

/** Thrown by a job that must wait for another one. It runs again after a second, and no attempt counts. */
export class JobPostponed extends Error {
  override name = 'JobPostponed';
}

/** A periodic job that removes expired rows or repairs inconsistent ones, in the bulk queue. */
export interface MaintenanceJob {
  readonly name: string;
  readonly everyMs: number;
  /** @returns how many rows it removed or repaired */
  run(): Promise<number>;
}

export type AnyHandler = JobHandler | MaintenanceJob;

export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

export const isMaintenance = (handler: AnyHandler): handler is MaintenanceJob => 'everyMs' in handler;

export function queueOf(handler: AnyHandler): QueueName {
  if (isMaintenance(handler) || handler.isBulk) return 'bulk';
  if (handler.isMail) return 'mail';
  if (handler.isFetch) return 'fetch';
  return handler.isHeavy ? 'heavy' : 'prompt';
}

/** @throws Error if a needed name has no handler, or a name has two */
export function indexHandlers(
  handlers: readonly AnyHandler[],
  needed: readonly string[],
): ReadonlyMap<string, AnyHandler> {
  const byName = new Map<string, AnyHandler>();
  for (const handler of handlers) {
    if (byName.has(handler.name)) throw new Error(`The job ${handler.name} has more than one handler.`);
    byName.set(handler.name, handler);
  }
  for (const name of needed) {
    if (!byName.has(name)) throw new Error(`The job ${name} has no handler.`);
  }
  return byName;
}
