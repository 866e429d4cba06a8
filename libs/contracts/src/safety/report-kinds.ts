/** What a member can report. */
export const REPORT_KINDS = [
  'message',
  'post',
  'reply',
  'picture',
  'profile',
  'dimension',
  'member',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a report says is wrong. `threat` includes self-harm, `explicit` is sexual or violent content. */
export const REPORT_REASONS = ['spam', 'harassment', 'threat', 'explicit', 'impersonation', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** What a closed case means to its reporters: no rule was broken, the thing was removed, or staff acted in another way. */
export const REPORT_RESULTS = ['none', 'removed', 'acted'] as const;
export type ReportResult = (typeof REPORT_RESULTS)[number];

/** How the owner and moderators of a dimension close a case: dismiss it, delete the message, or remove or ban its author. */
export const SERVER_CASE_OUTCOMES = ['none', 'removed', 'member_removed', 'member_banned'] as const;
export type ServerCaseOutcome = (typeof SERVER_CASE_OUTCOMES)[number];

/** How a case ends. Operators close it with what its reporters learn. */
export const CASE_OUTCOMES = ['none', 'removed', 'acted', 'member_removed', 'member_banned'] as const;
export type CaseOutcome = (typeof CASE_OUTCOMES)[number];

const RESULTS = {
  none: 'none',
  removed: 'removed',
  acted: 'acted',
  member_removed: 'acted',
  member_banned: 'acted',
} as const satisfies Record<CaseOutcome, ReportResult>;

/** Returns what the reporters of a case learn. */
export const reportResult = (outcome: CaseOutcome): ReportResult => RESULTS[outcome];

/** Names a reported thing in a sentence. @param title null once the snapshot of the case is deleted */
export function reportSubject(kind: ReportKind, title: string | null): string {
  if (title === null) return `a ${kind}`;
  switch (kind) {
    case 'message':
      return `a message in ${title}`;
    case 'reply':
      return `a reply to “${title}”`;
    case 'post':
    case 'picture':
      return `the ${kind} “${title}”`;
    case 'profile':
      return `the profile of ${title}`;
    case 'dimension':
    case 'member':
      return `the ${kind} ${title}`;
    default:
      return kind satisfies never;
  }
}

/** Returns the sentence that tells a reporter how a case ended. */
export function reportResultText(kind: ReportKind, result: ReportResult): string {
  switch (result) {
    case 'none':
      return 'Nothing in it broke the rules.';
    case 'removed':
      return `The ${kind} was removed.`;
    case 'acted':
      return 'Action was taken.';
    default:
      return result satisfies never;
  }
}
