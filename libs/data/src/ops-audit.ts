import type { EntityManager } from 'typeorm';
import type { OpsAuditEntry } from './entities/ops-audit-entry.entity.js';

export type NewOpsAuditEntry = Pick<
  OpsAuditEntry,
  'operator' | 'host' | 'command' | 'arguments' | 'subjectId'
>;
export type OpsAuditRow = Omit<OpsAuditEntry, 'subjectId'> & {
  /** The Oni ID of the member in `subjectId`. */
  member: string | null;
};

/** Records that a command of the operators begins. @returns the id of its entry */
export async function beginOpsCommand(manager: EntityManager, entry: NewOpsAuditEntry): Promise<string> {
  const rows: { id: string }[] = await manager.query(
    `INSERT INTO ops_audit (operator, host, command, arguments, subject_id) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [entry.operator, entry.host, entry.command, entry.arguments, entry.subjectId],
  );
  return rows[0]?.id ?? '';
}

/** Records how a command ended. Inserts the entry if the command made or replaced the database. @param id null if its begin has no entry */
export async function endOpsCommand(
  manager: EntityManager,
  id: string | null,
  entry: NewOpsAuditEntry & Pick<OpsAuditEntry, 'outcome' | 'reason'>,
): Promise<void> {
  await manager.query(
    `INSERT INTO ops_audit (id, operator, host, command, arguments, subject_id, outcome, reason, ended_at)
     VALUES (coalesce($1, uuidv7()), $2, $3, $4, $5, (SELECT id FROM users WHERE id = $6), $7, $8, now())
     ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, ended_at = excluded.ended_at`,
    [
      id,
      entry.operator,
      entry.host,
      entry.command,
      entry.arguments,
      entry.subjectId,
      entry.outcome,
      entry.reason,
    ],
  );
}

/** Returns a page of the commands of the operators, newest first, plus one more row if there is a next page. */
export async function listOpsCommands(
  manager: EntityManager,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<OpsAuditRow[]> {
  return manager.query(
    `SELECT entry.id, entry.operator, entry.host, entry.command, entry.arguments, member.username AS member,
            entry.outcome, entry.reason, entry.created_at AS "createdAt", entry.ended_at AS "endedAt"
       FROM ops_audit entry LEFT JOIN users member ON member.id = entry.subject_id
      WHERE $1::uuid IS NULL OR entry.id < $1 ORDER BY entry.id DESC LIMIT $2`,
    [cursor ?? null, limit + 1],
  );
}
