import {
  type CaseOutcome,
  isShownAgain,
  type MeasureKind,
  type ReportKind,
  SNAPSHOT_DAYS,
  type StaffCaseList,
  type ReportReason,
} from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { plural } from '../../../ui/plural.js';
import { sentence } from '../../../ui/sentence.js';

/** How long a suspension can be, in days; null without an end. */
export const SUSPENSION_DAYS = {
  '1': 1,
  '3': 3,
  '7': 7,
  '14': 14,
  '30': 30,
  '90': 90,
  '365': 365,
  ever: null,
} as const;
export type SuspensionLength = keyof typeof SUSPENSION_DAYS;

const daysText = (days: number): string => plural(days, 'day');

export const CASES_TEXTS = {
  title: 'Reports',
  list: 'Cases',
  loading: 'Loading cases',
  empty: {
    open: 'No reports wait.',
    mine: 'You work on no reports.',
    closed: 'No closed reports.',
  } satisfies Record<StaffCaseList, string>,
  more: 'Older reports',
  filter: 'Which cases',
  lists: { open: 'Open', mine: 'Mine', closed: 'Closed' } satisfies Record<StaffCaseList, string>,
  all: 'Also those with their dimension',
  keys: (next: ReactNode, previous: ReactNode) => sentence`${next} and ${previous} go through the reports.`,
  choose: 'Choose a report.',
  back: 'All reports',
  kinds: {
    message: 'message',
    post: 'post',
    reply: 'reply',
    picture: 'picture',
    profile: 'profile',
    dimension: 'dimension',
    member: 'member',
  } satisfies Record<ReportKind, string>,
  urgent: 'urgent',
  withDimension: 'with its dimension',
  handedOn: 'handed on by its dimension',
  assignedTo: (name: string) => `with @${name}`,
  opened: 'opened',
  reports: (count: number) => plural(count, 'report'),
  waiting: 'open',
  about: (number: number, reason: string, kind: string) => `Case ${number}: ${reason}, ${kind}`,
  caseLoading: 'Loading the case',
  number: (number: number) => `case ${number}, opened`,
  assign: 'Assign to me',
  takeOver: (name: string) => `Take over from @${name}`,
  assigning: 'Assigning...',
  release: 'Give back',
  releasing: 'Giving back...',
  what: 'What was reported',
  snapshot: 'snapshot,',
  recorded: 'Your look at this snapshot is in the audit log.',
  gone: `The snapshot of this case is deleted. It is kept for ${SNAPSHOT_DAYS} days.`,
  changed: 'This report found a changed text:',
  files: 'Files',
  show: 'Show',
  showName: (name: string) => `Show ${name}`,
  download: 'Download',
  downloadName: (name: string) => `Download ${name}`,
  picture: 'Reported picture',
  fetching: 'Loading...',
  fileMissing: 'This file could not be loaded.',
  given: 'Reports',
  noNote: 'no note',
  decision: 'Decision',
  rule: 'Rule',
  until: 'Suspend until',
  reason: (name: string) => `Reason, shown to ${name}`,
  note: 'A note for the other staff',
  required: 'required',
  optional: 'optional',
  hides: (kind: ReportKind) => (isShownAgain(kind) ? `Hide the ${kind} too` : `Delete the ${kind} too`),
  none: 'No action',
  warn: 'Warn',
  hide: (kind: ReportKind) => (isShownAgain(kind) ? 'Hide content' : `Delete ${kind}`),
  hideHint: (kind: ReportKind) =>
    isShownAgain(kind)
      ? 'What is hidden can be shown again from the record of the member.'
      : `A deleted ${kind} does not come back.`,
  suspend: (name: string, length: SuspensionLength) => {
    const days = SUSPENSION_DAYS[length];
    return days === null ? `Suspend ${name} without an end` : `Suspend ${name} for ${daysText(days)}`;
  },
  askSuspend: {
    title: (name: string) => `Suspend ${name}`,
    text: 'The member is signed out everywhere at once, the profile is hidden meanwhile, and the reason is shown to them.',
  },
  length: (until: string | null, length: SuspensionLength) => {
    const days = SUSPENSION_DAYS[length];
    return until === null || days === null ? 'Without an end' : `${until}, ${daysText(days)}`;
  },
  pending: 'Closing...',
  closed: 'Case closed',
  cannotAct: 'This is about staff of the same or a higher role. An administrator or the operators decide it.',
  taken: (name: string) => `@${name} works on this case. Take it over to decide it.`,
  outcomes: {
    none: 'Closed without a measure',
    removed: 'What was reported was removed',
    acted: 'Action was taken',
    member_removed: 'The dimension removed the member',
    member_banned: 'The dimension banned the member',
  } satisfies Record<CaseOutcome, string>,
  by: (name: string) => `by @${name}`,
  bySite: 'by the staff or operators of the site',
  trail: 'Audit trail',
  trailNote: 'this case',
  member: 'Member',
  openRecord: 'Open record',
  formerMember: 'This member has left the site.',
} as const;

/** The rules, as the decision names them. */
export const MEASURE_TEXTS = {
  kinds: {
    warned: 'Warning',
    content_hidden: 'Content hidden',
    suspended: 'Suspension',
  } satisfies Record<MeasureKind, string>,
  ofThing: (kind: ReportKind) => `${kind} hidden`,
  until: (date: string) => `until ${date}`,
  noEnd: 'without an end',
  ended: 'ended',
  by: (name: string) => `by @${name}`,
} as const;

/** What waits least well. */
export const isUrgent = (reason: ReportReason): boolean => reason === 'threat';
