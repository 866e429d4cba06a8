import type { MeasureKind } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { OUTBOX_TOPICS } from './entities/outbox-row.entity.js';
import { enqueueOutbox } from './outbox.js';
import { publicTagUses } from './public-tag-uses.js';
import { adjustTagUsage } from './tag-uses.js';

const LASTING = `kind = 'suspended' AND ended_at IS NULL AND (until IS NULL OR until > now())`;

/** SQL condition: a member is suspended. @param member an SQL expression of the id, with its table */
export const isSuspended = (member: string): string =>
  `EXISTS (SELECT FROM measures WHERE measures.user_id = ${member} AND ${LASTING})`;

/** SQL query: the columns of the suspension of member $1 while it lasts. */
export const suspensionOf = (columns: string): string =>
  `SELECT ${columns} FROM measures WHERE user_id = $1 AND ${LASTING}`;

const HIDES_PROFILE = `(kind = 'suspended' OR kind = 'content_hidden' AND subject_kind IN ('profile', 'member'))`;
/** The measures that hide the profile of member $1. One that is due hides it until it has ended. */
const HIDING = `user_id = $1 AND ended_at IS NULL AND ${HIDES_PROFILE}`;

/** Returns whether a measure hides the member's profile. */
export async function isProfileHidden(manager: EntityManager, userId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(`SELECT FROM measures WHERE ${HIDING} LIMIT 1`, [userId]);
  return rows.length > 0;
}

/**
 * Hides a member's profile, as the member's own setting does. The caller has locked the row of the member, and calls it late
 * in the transaction, because it locks rows of tags.
 * @returns whether the profile was public before this and other measures
 */
export async function hideProfile(manager: EntityManager, userId: string): Promise<boolean> {
  const rows: unknown[] = await manager.query(`SELECT FROM measures WHERE ${HIDING} AND was_public LIMIT 1`, [
    userId,
  ]);
  return (await setPublic(manager, userId, false)) || rows.length > 0;
}

/** Shows a member's profile again after a measure that hid it has ended, unless another one hides it. */
async function showProfile(manager: EntityManager, userId: string): Promise<void> {
  if (!(await isProfileHidden(manager, userId))) await setPublic(manager, userId, true);
}

/** @returns whether it changed something */
async function setPublic(manager: EntityManager, userId: string, isPublic: boolean): Promise<boolean> {
  const [, changed]: [unknown, number] = await manager.query(
    'UPDATE users SET is_public = $2, updated_at = now() WHERE id = $1 AND is_public <> $2',
    [userId, isPublic],
  );
  if (changed === 0) return false;
  const uses = await publicTagUses(manager, [userId]);
  await adjustTagUsage(
    manager,
    uses.map(({ tag, uses: count }) => [tag, isPublic ? count : -count]),
  );
  await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.deriveMember, subject: userId }]);
  return true;
}

export interface EndedMeasure {
  userId: string;
  kind: MeasureKind;
}

/**
 * Ends a measure, and shows again what it hid of the profile. The caller has locked the row of the member.
 * @param endedBy one of the staff; null if its time is over
 * @returns undefined if it does not exist, or has ended
 */
export async function closeMeasure(
  manager: EntityManager,
  id: string,
  endedBy: string | null,
): Promise<EndedMeasure | undefined> {
  const [rows]: [
    { user_id: string; kind: MeasureKind; was_public: boolean; hid_profile: boolean }[],
    number,
  ] = await manager.query(
    `UPDATE measures SET ended_at = now(), ended_by = $2 WHERE id = $1 AND ended_at IS NULL
       RETURNING user_id, kind, was_public, ${HIDES_PROFILE} AS hid_profile`,
    [id, endedBy],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (row.kind === 'suspended') {
    await manager.query('DELETE FROM sessions WHERE user_id = $1 AND is_restricted', [row.user_id]);
  }
  if (row.hid_profile && row.was_public) await showProfile(manager, row.user_id);
  return { userId: row.user_id, kind: row.kind };
}
