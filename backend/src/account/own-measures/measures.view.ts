import type { MeasureView } from '@oniverse/contracts';
import type { Measure } from '@oniverse/data';

/** A measure without its staff: members do not learn who took it. */
export type MeasureRow = Pick<
  Measure,
  | 'id'
  | 'kind'
  | 'rule'
  | 'reason'
  | 'until'
  | 'subjectKind'
  | 'subjectTitle'
  | 'createdAt'
  | 'endedAt'
  | 'appeal'
  | 'appealedAt'
  | 'decision'
  | 'decisionReason'
  | 'decidedAt'
>;

/** The columns of a `MeasureRow`, of a row named `measures`. */
export const MEASURE_COLUMNS = `measures.id, measures.kind, measures.rule, measures.reason, measures.until,
  measures.subject_kind AS "subjectKind", measures.subject_title AS "subjectTitle", measures.created_at AS "createdAt",
  measures.ended_at AS "endedAt", measures.appeal, measures.appealed_at AS "appealedAt", measures.decision,
  measures.decision_reason AS "decisionReason", measures.decided_at AS "decidedAt"`;

function appealView(row: MeasureRow): MeasureView['appeal'] {
  const { appeal, appealedAt, decision, decisionReason, decidedAt } = row;
  if (appeal === null || appealedAt === null) return null;
  return {
    text: appeal,
    sentAt: appealedAt.toISOString(),
    decision,
    reason: decisionReason,
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

export const measureView = (row: MeasureRow): MeasureView => ({
  id: row.id,
  kind: row.kind,
  rule: row.rule,
  reason: row.reason,
  until: row.until?.toISOString() ?? null,
  subject: row.subjectKind === null ? null : { kind: row.subjectKind, title: row.subjectTitle },
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  appeal: appealView(row),
});
