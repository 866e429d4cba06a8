import { type QueueName } from './queues.js';

/** Does one kind of job. Every job may run twice, and beside itself, without harm. */
export interface JobHandler {
  /** What is to be done. For what stands in the outbox it is the topic. */
  readonly name: string;
  /** Takes so long that what is quick would wait for it. */
  readonly isHeavy?: boolean;
  /** Gives way to what a member waits for. */
  readonly isBulk?: boolean;
  /** @param subject the thing that it is about */
  run(subject: string): Promise<void>;
}

/** Puts right, by the clock, what has grown old or gone wrong. It gives way to all else. */
export interface UpkeepJob {
  readonly name: string;
  /** How often it runs, in milliseconds. */
  readonly everyMs: number;
  /** @returns how many things it mended */
  run(): Promise<number>;
}

/** What a worker can do. */
export type AnyHandler = JobHandler | UpkeepJob;

/** The token under which the worker's handlers are injected. */
export const JOB_HANDLERS = Symbol('JOB_HANDLERS');

export const isUpkeep = (handler: AnyHandler): handler is UpkeepJob => 'everyMs' in handler;

/** The queue in which a handler's jobs wait. */
export function queueOf(handler: AnyHandler): QueueName {
  if (isUpkeep(handler) || handler.isBulk) return 'bulk';
  return handler.isHeavy ? 'heavy' : 'prompt';
}

/**
 * Which handler does which job.
 * @param needed names that must have a handler
 * @throws Error where one of these has none, or any name has more than one
 */
export function handlersByName(
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
