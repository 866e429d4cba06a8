import { Injectable } from '@nestjs/common';
import { COPIES, WAVE_LIMITS } from '@oniverse/contracts';
import { HourlyStatements } from '../shared/index.js';

const expired = (kind: 'message' | 'reply'): string =>
  `SELECT subject_id FROM removed_texts WHERE kind = '${kind}' AND removed_at < now() - $2 * interval '1 millisecond'`;

/** Files before the texts that keep them. */
const DELETE_FILES = (['message', 'reply'] as const).map(
  (kind) =>
    [
      `DELETE FROM attachments WHERE id IN (
         SELECT id FROM attachments WHERE ${kind}_id IN (${expired(kind)}) LIMIT $1)`,
      WAVE_LIMITS.undoMs,
    ] as const,
);
const DELETE_TEXTS = `DELETE FROM removed_texts WHERE subject_id IN (
  SELECT subject_id FROM removed_texts WHERE removed_at < now() - $2 * interval '1 millisecond'
   ORDER BY removed_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
const DELETE_COMPARED = `DELETE FROM new_texts WHERE id IN (
  SELECT id FROM new_texts WHERE wave_id IS NULL AND created_at < now() - $2 * interval '1 millisecond'
   ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;
const DELETE_WAVES = `DELETE FROM spam_waves WHERE id IN (
  SELECT id FROM spam_waves WHERE decided_at < now() - $2 * interval '1 millisecond' AND state IN ('removed', 'dismissed')
   ORDER BY decided_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const DELETE_PROOFS = `DELETE FROM used_proofs WHERE signature IN (
  SELECT signature FROM used_proofs WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Deletes what was removed with waves of spam and can no longer be returned, waves of long ago, texts that are compared no longer,
 * and proofs of work that have expired.
 */
@Injectable()
export class PurgeWaves extends HourlyStatements {
  readonly name = 'purge-waves';
  protected readonly statements = [
    ...DELETE_FILES,
    [DELETE_TEXTS, WAVE_LIMITS.undoMs],
    [DELETE_COMPARED, COPIES.windowMs],
    [DELETE_WAVES, WAVE_LIMITS.keptMs],
    [DELETE_PROOFS],
  ] as const;
}
