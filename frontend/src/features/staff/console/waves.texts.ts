import type { WaveList, WaveState } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../ui/dates.js';
import { sentence } from '../../../ui/sentence.js';

const accounts = (count: number): string => (count === 1 ? 'one account' : `${count} accounts`);
const texts = (count: number): string => (count === 1 ? 'one text' : `${count} texts`);

export const WAVES_TEXTS = {
  title: 'Spam',
  list: 'Waves of spam',
  filter: 'Which waves',
  lists: { open: 'Open', closed: 'Closed' } satisfies Record<WaveList, string>,
  loading: 'Loading waves',
  empty: {
    open: 'No wave waits. Copies that several new accounts send are held and appear here.',
    closed: 'No wave was decided in the last 30 days.',
  } satisfies Record<WaveList, string>,
  more: 'More waves',
  keys: (next: ReactNode, previous: ReactNode) => sentence`${next} and ${previous} go through the waves.`,
  choose: 'Choose a wave.',
  back: 'All waves',
  size: (count: number, textCount: number) => `${accounts(count)}, ${texts(textCount)}`,
  since: 'since',
  states: {
    open: 'waits for a decision',
    removing: 'is being removed',
    removed: 'removed',
    returning: 'is being returned',
    dismissed: 'no spam',
  } satisfies Record<WaveState, string>,
  facts: { state: 'state', first: 'first held', decided: 'decided', by: 'by', removed: 'removed so far' },
  nobody: 'a former member',
  moment: (time: string) => formatMoment(new Date(time)),
  sample: 'What they wrote',
  private: 'All of it is in private channels, which staff see only through a report.',
  accounts: {
    title: 'Accounts',
    loading: 'Loading accounts',
    more: 'More accounts',
    spare: (name: string) => `Leave ${name} as it is`,
    texts,
    joined: (time: string) => `joined ${formatMoment(new Date(time))}`,
  },
  remove: (count: number) => `Suspend ${accounts(count)}, remove their messages`,
  dismiss: 'No spam',
  releasing: 'Some of what was held is not shown yet.',
  release: 'Show the rest',
  undo: 'Undo the removal',
  undoUntil: (time: string) => `It can be undone until ${formatMoment(new Date(time))}.`,
  ask: {
    title: (count: number) => `Suspend ${accounts(count)}?`,
    text: 'They are signed out at once, and what they wrote since the day before the wave is removed. You can undo it for 7 days.',
    reason: 'Reason, shown to each of them',
    required: 'required',
    discard: 'Cancel',
    confirm: 'Suspend and remove',
    pending: 'Suspending...',
    dismissTitle: 'Is this no spam?',
    dismissText: 'What was held is shown, and these texts are not held again for a day.',
    dismissing: 'Releasing...',
    undoTitle: 'Undo the removal?',
    undoText:
      'The accounts are no longer suspended, and what was removed returns. The wave waits for a decision again.',
    undoing: 'Undoing...',
  },
  done: {
    removed: 'The accounts are suspended',
    dismissed: 'What was held is shown',
    returned: 'The removal is undone',
  },
} as const;
