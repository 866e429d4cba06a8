import type { QueueFilter } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { sentence } from '../../../ui/sentence.js';

export const QUEUE_TEXTS = {
  list: 'Queue',
  loading: 'Loading the queue',
  filter: 'What the queue shows',
  filters: { all: 'All', report: 'Reports', held: 'Held', application: 'Applicants' } satisfies Record<
    QueueFilter,
    string
  >,
  empty: {
    all: 'Nothing waits for you.',
    report: 'No reports wait.',
    held: 'No messages are held.',
    application: 'No applications wait.',
  } satisfies Record<QueueFilter, string>,
  keys: (next: ReactNode, previous: ReactNode) => sentence`${next} and ${previous} go through the queue.`,
  held: 'Held message',
  application: 'Application',
  looking: (names: readonly string[]) =>
    names.length > 1
      ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are looking at this`
      : `${names.join('')} is looking at this`,
} as const;
