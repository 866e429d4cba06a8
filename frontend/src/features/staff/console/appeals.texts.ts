import type { AppealDecision, AppealState } from '@oniverse/contracts';
import { formatMoment } from '../../../ui/dates.js';

export const APPEALS_TEXTS = {
  title: 'Appeals',
  text: 'Each suspension has one appeal. Another member of staff than the one who suspended decides it, where there is one. The member reads your reason, without your name.',
  states: 'Which appeals',
  state: { open: 'Open', closed: 'Closed' } satisfies Record<AppealState, string>,
  loading: 'Loading appeals',
  empty: {
    open: 'No appeal waits.',
    closed: 'No appeal was closed yet.',
  } satisfies Record<AppealState, string>,
  more: 'More appeals',
  of: (name: string) => `Appeal of ${name}`,
  rule: 'rule',
  suspended: 'suspended',
  suspendedBy: 'by',
  ends: 'ends',
  noEnd: 'no end is set',
  moment: (time: string) => formatMoment(new Date(time)),
  nobody: 'a former member',
  reason: 'Why',
  said: 'What the member says',
  decision: 'Decision',
  answer: 'Reason, shown to the member',
  answerNote: 'required',
  keep: 'Keep the suspension',
  lift: 'End the suspension',
  deciding: 'Deciding...',
  done: {
    upheld: 'The suspension stays',
    lifted: 'The suspension has ended',
  } satisfies Record<AppealDecision, string>,
  forOthers: 'Another member of staff decides this appeal.',
  decided: {
    upheld: (name: string) => `${name} kept the suspension.`,
    lifted: (name: string) => `${name} ended the suspension.`,
  } satisfies Record<AppealDecision, (name: string) => string>,
  undecided: 'The suspension ended before anybody decided.',
} as const;
