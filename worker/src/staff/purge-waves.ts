import { Injectable } from '@nestjs/common';
import { COPIES, WAVE_LIMITS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

/** A return that was decided in time may wait for workers. */
const EXPIRED = `removed.removed_at < now() - $2 * interval '1 millisecond' AND NOT EXISTS (
  SELECT FROM spam_waves wave WHERE wave.id = removed.wave_id AND wave.state = 'returning')`;

const expired = (kind: 'message' | 'reply'): string =>
  `SELECT removed.subject_id FROM removed_texts removed WHERE removed.kind = '${kind}' AND ${EXPIRED}`;

/** Files before the texts that keep them. */
const DELETE_FILES = (['message', 'reply'] as const).map(
  (kind) =>
    [
      `DELETE FROM attachments WHERE id IN (
         SELECT id FROM attachments WHERE ${kind}_id IN (${expired(kind)}) LIMIT $1)`,
      WAVE_LIMITS.undoMs,
    ] as const,
);
/** One that has expired since its files were deleted waits for the next time. */
const DELETE_TEXTS = `DELETE FROM removed_texts WHERE subject_id IN (
  SELECT removed.subject_id FROM removed_texts removed
   WHERE ${EXPIRED} AND NOT EXISTS (
     SELECT FROM attachments WHERE message_id = removed.subject_id OR reply_id = removed.subject_id)
   ORDER BY removed.removed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
/** Authors whose suspension has ended may show what was held of them. */
const FREE_POSTS = `UPDATE posts SET held_at = NULL WHERE id IN (
  SELECT post.id FROM spam_waves wave JOIN new_texts text ON text.wave_id = wave.id
    JOIN posts post ON post.id = text.subject_id AND post.held_at IS NOT NULL
   WHERE wave.state = 'removed' AND wave.decided_at < now() - $2 * interval '1 millisecond' LIMIT $1)`;
const DELETE_COMPARED = `DELETE FROM new_texts WHERE id IN (
  SELECT id FROM new_texts WHERE wave_id IS NULL AND created_at < now() - $2 * interval '1 millisecond'
   ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
const DELETE_WAVES = `DELETE FROM spam_waves WHERE id IN (
  SELECT id FROM spam_waves WHERE decided_at < now() - $2 * interval '1 millisecond' AND state IN ('removed', 'dismissed')
   ORDER BY decided_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const DELETE_PROOFS = `DELETE FROM used_proofs WHERE signature IN (
  SELECT signature FROM used_proofs WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Deletes what was removed with waves of spam and can no longer be returned, waves of long ago, texts that are compared no
 * longer, and proofs of work that have expired.
 */
@Injectable()
export class PurgeWaves extends HourlyStatements {
  readonly name = 'purge-waves';
  protected readonly statements = [
    ...DELETE_FILES,
    [DELETE_TEXTS, WAVE_LIMITS.undoMs],
    [FREE_POSTS, WAVE_LIMITS.undoMs],
    [DELETE_COMPARED, COPIES.windowMs],
    [DELETE_WAVES, WAVE_LIMITS.keptMs],
    [DELETE_PROOFS],
  ] as const;
}
