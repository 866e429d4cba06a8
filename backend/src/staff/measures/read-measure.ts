import {
  APPEAL_MESSAGES,
  type CaseAction,
  type MeasureKind,
  type ReportReason,
  STAFF_CASE_MESSAGES,
} from '@oniverse/contracts';
import { invalidField } from '@oniverse/platform';

/** A measure as staff ask for it. */
export interface GivenMeasure {
  kind: MeasureKind;
  rule: ReportReason;
  reason: string;
  /** Of a suspension; null without an end. */
  until: Date | null;
}

const KINDS = {
  warn: 'warned',
  hide: 'content_hidden',
  suspend: 'suspended',
} as const satisfies Record<Exclude<CaseAction, 'none'>, MeasureKind>;

/** Reads a measure from a request. @throws ProblemError `validation_failed` without a rule or a reason, or for a past end */
export function readMeasure({
  action,
  rule,
  reason,
  until,
}: {
  action: keyof typeof KINDS;
  rule?: ReportReason | undefined;
  reason?: string | undefined;
  until?: string | undefined;
}): GivenMeasure {
  if (rule === undefined) throw invalidField('rule', STAFF_CASE_MESSAGES.ruleRequired);
  if (reason === undefined) throw invalidField('reason', APPEAL_MESSAGES.measureReasonRequired);
  const end = action === 'suspend' && until !== undefined ? new Date(until) : null;
  if (end !== null && end.getTime() <= Date.now()) {
    throw invalidField('until', STAFF_CASE_MESSAGES.pastEnd);
  }
  return { kind: KINDS[action], rule, reason, until: end };
}
