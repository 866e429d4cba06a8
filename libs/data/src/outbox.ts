import type { EntityManager } from 'typeorm';
import type { OutboxTopic } from './entities/outbox-row.entity.js';
import { queryPrepared } from './prepared.js';

export interface OutboxEntry {
  topic: OutboxTopic;
  subject: string;
}

/** Enqueues jobs in the transaction of the change; they are durable once it commits. */
export async function enqueueOutbox(manager: EntityManager, entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queryPrepared(
    manager,
    'enqueue outbox',
    'INSERT INTO outbox (topic, subject) SELECT * FROM unnest($1::text[], $2::text[])',
    [entries.map(({ topic }) => topic), entries.map(({ subject }) => subject)],
  );
}

/** Enqueues one row for many subjects. `subject` names what they have in common. */
export async function enqueueOutboxBatch(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
  subjects: readonly string[],
): Promise<void> {
  await queryPrepared(
    manager,
    'enqueue outbox batch',
    'INSERT INTO outbox (topic, subject, subjects) VALUES ($1, $2, $3)',
    [topic, subject, subjects],
  );
}

/**
 * Removes the rows of a job. Call it first in the transaction of the job's effect; concurrent calls wait for it.
 * @returns false if there were no rows because the job is already done
 */
export async function acknowledgeOutbox(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
): Promise<boolean> {
  // Not prepared: a plan made for the usual, nearly empty table would scan a long one.
  const [, removed]: [unknown, number] = await manager.query(
    'DELETE FROM outbox WHERE topic = $1 AND subject = $2',
    [topic, subject],
  );
  return removed > 0;
}

/** Like {@link acknowledgeOutbox}, prepared. Requires `enable_seqscan` off, so that the plan suits a long table. */
export async function acknowledgeOutboxPrepared(
  manager: EntityManager,
  topic: OutboxTopic,
  subject: string,
): Promise<boolean> {
  const removed = await queryPrepared(
    manager,
    'acknowledge outbox',
    'DELETE FROM outbox WHERE topic = $1 AND subject = $2 RETURNING id',
    [topic, subject],
  );
  return removed.length > 0;
}

/** Like {@link acknowledgeOutbox}, for many subjects. Returns the distinct ones; empty if the job is already done. */
export async function acknowledgeOutboxBatch(
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
