import type { StaffAuditDetail, StaffAuditKind } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

export interface NewStaffAuditEntry {
  kind: StaffAuditKind;
  /** Null for a command of the operators. */
  actorId: string | null;
  subjectId?: string | null;
  detail?: StaffAuditDetail;
}

/** Records an action of the staff of the platform, in its own transaction. */
export async function recordStaffAction(
  manager: EntityManager,
  { kind, actorId, subjectId, detail }: NewStaffAuditEntry,
): Promise<void> {
  await manager.query(
    `INSERT INTO staff_audit (kind, actor_id, is_by_operators, subject_id, detail)
     VALUES ($1, $2, $2::uuid IS NULL, $3, $4)`,
    [kind, actorId, subjectId ?? null, detail ?? {}],
  );
}
