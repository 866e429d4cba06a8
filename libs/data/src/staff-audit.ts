import type { StaffActionKind, StaffAuditDetail, StaffLookKind } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

interface NewEntry {
  /** Null for a command of the operators. */
  actorId: string | null;
  subjectId?: string | null;
  caseId?: string | null;
  detail?: StaffAuditDetail;
}

export interface NewStaffAuditEntry extends NewEntry {
  kind: StaffActionKind;
}

/** Records an action of the staff of the platform, in its own transaction. */
export async function recordStaffAction(
  manager: EntityManager,
  { kind, actorId, subjectId, caseId, detail }: NewStaffAuditEntry,
): Promise<void> {
  await manager.query(
    `INSERT INTO staff_audit (kind, actor_id, is_by_operators, subject_id, case_id, detail)
     VALUES ($1, $2, $2::uuid IS NULL, $3, $4, $5)`,
    [kind, actorId, subjectId ?? null, caseId ?? null, detail ?? {}],
  );
}

export interface NewStaffLook extends NewEntry {
  kind: StaffLookKind;
  /** Identifies what was looked at. */
  thing: string;
}

/** Records a look of staff at what is private, once an hour for each of them and each thing. */
export async function recordStaffLook(
  manager: EntityManager,
  { kind, actorId, subjectId, caseId, detail, thing }: NewStaffLook,
): Promise<void> {
  await manager.query(
    `INSERT INTO staff_audit (kind, actor_id, is_by_operators, subject_id, case_id, detail, look)
     VALUES ($1, $2, $2::uuid IS NULL, $3, $4, $5,
             concat_ws(' ', $1::text, coalesce($2::text, 'operators'), $6::text, floor(extract(epoch FROM now()) / 3600)))
     ON CONFLICT (look) WHERE look IS NOT NULL DO NOTHING`,
    [kind, actorId, subjectId ?? null, caseId ?? null, detail ?? {}, thing],
  );
}
