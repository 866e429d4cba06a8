import type { NotificationFilter } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { sentence } from '../../../ui/sentence.js';

/** The texts of the filters of the night log, and of its rows that are put away. */
export const ROW_TEXTS = {
  filters: {
    all: 'All',
    mentions: 'Mentions',
    replies: 'Replies',
    ripples: 'Ripples',
    lines: 'New lines',
    dimensions: 'Dimensions',
    conversations: 'Conversations',
    scheduled: 'By the clock',
    games: 'Games',
    reports: 'Staff notes',
    reminders: 'Reminders',
    done: 'Done',
  } satisfies Record<NotificationFilter | 'all', string>,
  nothing: 'Nothing here',
  nothingOf: {
    mentions: 'When someone mentions you, it is written here.',
    replies: 'When someone replies to you, it is written here.',
    ripples: 'When someone sends a ripple to one of your posts, it is written here.',
    lines: 'When you and someone else share a tag, it is written here.',
    dimensions:
      'Who joins by your invite, messages of which you hear all, and your applications are written here.',
    conversations: 'When someone writes to you directly, it is written here.',
    scheduled:
      'Messages of which you wanted to be reminded, and scheduled ones that could not be sent, are written here.',
    games: 'When it is your turn in a game, it is written here.',
    reports: 'How a report of yours ended is written here.',
    reminders: 'What you want to be reminded of waits here.',
    done: 'What you are done with is kept here, as long as the log is.',
  } satisfies Record<NotificationFilter, string>,
  tomorrowTitle: 'Tomorrow',
  done: 'Done',
  reopen: 'Back to the log',
  cancel: 'Cancel reminder',
  remind: 'Remind me',
  dialog: {
    title: 'Remind me',
    text: 'The row leaves the log, and comes back as unread.',
    form: { discard: 'Cancel', confirm: 'Remind me', pending: 'Setting...' },
  },
  keys: (next: ReactNode, previous: ReactNode, done: ReactNode, undo: ReactNode) =>
    sentence`${next} and ${previous} go through the log. ${done} is done, ${undo} undoes it.`,
  moved: {
    done: 'Done',
    log: 'Back in the log',
    reminder: (moment: string) => `Comes back on ${moment}`,
  },
  undo: 'Undo',
} as const;
