import type { EntityManager } from 'typeorm';
import type { OutboxTopic } from './entities/outbox-row.entity.js';
import { prepared } from './prepared.js';

/** What is to be done later, and to which thing. */
export interface LaterWork {
  topic: OutboxTopic;
  subject: string;
}

/**
 * Leaves work for the worker, which cannot get lost once the transaction is committed.
 * @param manager of the transaction of the change
 */
export async function leaveInOutbox(manager: EntityManager, work: readonly LaterWork[]): Promise<void> {
  if (work.length === 0) return;
  await prepared(
    manager,
    'leave in outbox',
    'INSERT INTO outbox (topic, subject) SELECT * FROM unnest($1::text[], $2::text[])',
    [work.map(({ topic }) => topic), work.map(({ subject }) => subject)],
  );
}

/**
 * Leaves work about many things for the worker, as one row.
 * @param subject what the many have in common
 * @param manager of the transaction of the change
 */
export async function leaveManyInOutbox(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
  subjects: readonly string[],
): Promise<void> {
  await prepared(
    manager,
    'leave many in outbox',
    'INSERT INTO outbox (topic, subject, subjects) VALUES ($1, $2, $3)',
    [topic, subject, subjects],
  );
}

/**
 * Takes what stands in the outbox for one thing: the first statement in the transaction of the effect, so that the
 * rows go when it is committed and not before. Whoever does the same at the same time waits for the end of it.
 * @param manager of the transaction of the effect
 * @returns whether anything stood there; where not, it has been done
 */
export async function takeFromOutbox(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
): Promise<boolean> {
  // Planned each time: the plan for a table that is nearly empty, as it mostly is, would read a long one from end to end.
  const [, taken]: [unknown, number] = await manager.query(
    'DELETE FROM outbox WHERE topic = $1 AND subject = $2',
    [topic, subject],
  );
  return taken > 0;
}

/**
 * As {@link takeFromOutbox}, with a statement that is prepared: for work of which there is so much that planning counts.
 * @param manager of a transaction whose plans are those for long tables (`enable_seqscan` is off)
 */
export async function takeFromOutboxPrepared(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
): Promise<boolean> {
  const taken = await prepared(
    manager,
    'take from outbox',
    'DELETE FROM outbox WHERE topic = $1 AND subject = $2 RETURNING id',
    [topic, subject],
  );
  return taken.length > 0;
}

/**
 * Takes all rows about many things that stand in the outbox, as {@link takeFromOutbox} does.
 * @returns the things, each once; none where it has been done
 */
export async function takeManyFromOutbox(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
): Promise<string[]> {
  const [rows]: [{ subjects: string[] | null }[], number] = await manager.query(
    'DELETE FROM outbox WHERE topic = $1 AND subject = $2 RETURNING subjects',
    [topic, subject],
  );
  return [...new Set(rows.flatMap(({ subjects }) => subjects ?? []))];
}
