import { type CaseOutcome, type ReportKind, type ReportReason, SNAPSHOT_DAYS } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const REASON_TEXTS = {
  spam: 'Spam',
  harassment: 'Harassment',
  threat: 'Threat or self-harm',
  explicit: 'Sexual or violent content',
  impersonation: 'Impersonation',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>;

export const REPORT_TEXTS = {
  action: 'Report',
  title: (name: string) => `Report ${name}`,
  text: 'What you report is kept as it is now, even if it is changed or deleted later. The member is not told who reported it.',
  reason: 'What is wrong',
  noReason: 'Choose what is wrong.',
  urgent: 'If someone is in danger now, call your local emergency number first.',
  note: 'What staff should know',
  noteHint: 'optional',
  discard: 'Cancel',
  confirm: 'Send report',
  confirmAndBlock: 'Report and block',
  pending: 'Sending...',
  sent: {
    title: 'Report received',
    text: 'Your night log says when it is closed, and your settings list what you reported.',
    done: 'Done',
    block: (username: string) => `Block @${username}`,
    list: 'Your reports',
  },
} as const;

export const YOUR_REPORTS_TEXTS = {
  title: 'Your reports',
  lead: 'What you reported, and how it ended. The members you reported are not told that it was you.',
  loading: 'Loading your reports',
  failed: 'Your reports could not be loaded.',
  empty: 'Nothing reported',
  emptyText:
    'When something is wrong with a message, a post, a picture or a member, report it from its menu.',
  open: 'received',
  closed: 'closed',
  more: 'Older reports',
} as const;

export const CASES_TEXTS = {
  title: 'Closed reports',
  loading: 'Loading closed reports',
  caseLoading: 'Loading the report',
  empty: 'No closed reports.',
  more: 'Older reports',
  back: 'All closed reports',
  nobody: 'a former member',
  opened: 'opened',
  reports: (count: number) => plural(count, 'report'),
  gone: `The snapshot of this report is deleted. It is kept for ${SNAPSHOT_DAYS} days.`,
  reported: (kind: ReportKind) => `reported ${kind}`,
  deleted: (kind: ReportKind) => `reported ${kind}, ${kind === 'message' ? 'deleted' : 'no longer shown'}`,
  context: 'One message on each side is shown as context.',
  nearby: 'The messages around it are shown as context.',
  noNote: 'no note',
  changed: 'This report found a changed text:',
  decision: 'Decision',
  reason: 'A note for the other staff',
  reasonHint: 'optional',
  none: 'Dismiss',
  remove: 'Delete message',
  confirmGone: 'Close as deleted',
  removeMember: 'Delete and remove',
  banMember: 'Delete and ban',
  handOn: 'Hand on to the operators',
  handedOn: 'Handed on to the operators of the site.',
  handingOn: 'Handing on...',
  handOnDone: 'Report handed on',
  ask: {
    member_removed: {
      title: (name: string) => `Remove ${name}`,
      text: 'The message is deleted. They stay out until you let them back in or they accept a newer invite.',
      confirm: 'Delete and remove',
    },
    member_banned: {
      title: (name: string) => `Ban ${name}`,
      text: 'The message is deleted. No invite lets them back in until you lift the ban.',
      confirm: 'Delete and ban',
    },
  },
  pending: 'Closing...',
  closed: 'Report closed',
  closedBy: (name: string) => `Closed by ${name}`,
  closedByOperators: 'Closed by the operators of the site',
  outcomes: {
    none: 'Dismissed',
    removed: 'Message deleted',
    acted: 'Action taken',
    member_removed: 'Message deleted, member removed',
    member_banned: 'Message deleted, member banned',
  } satisfies Record<CaseOutcome, string>,
} as const;
