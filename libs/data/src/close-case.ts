import type { CaseOutcome } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { notifyEntry } from './notification-causes.js';
import { enqueueOutbox } from './outbox.js';

interface Closing {
  outcome: CaseOutcome;
  /** A note for the other staff. */
  reason: string | null;
  /** Who of the dimension closed it. */
  closedBy?: string;
  /** Who of the platform's staff decided it; without it, the case stays with the one who works on it. */
  decidedBy?: string;
}

/** Closes an open case, in a transaction, and lets its reporters know. */
export async function closeCase(
  manager: EntityManager,
  caseId: string,
  { outcome, reason, closedBy, decidedBy }: Closing,
): Promise<void> {
  await manager.query(
    `UPDATE cases SET state = 'closed', outcome = $2, outcome_reason = $3, closed_by = $4, closed_at = now(),
            assigned_to = coalesce($5, assigned_to)
      WHERE id = $1`,
    [caseId, outcome, reason, closedBy ?? null, decidedBy ?? null],
  );
  await enqueueOutbox(manager, [notifyEntry({ kind: 'report', caseId })]);
}
