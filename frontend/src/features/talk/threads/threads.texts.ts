import { plural } from '../../../ui/plural.js';

export const THREAD_TEXTS = {
  title: 'Thread',
  /** Of the panel's link to the message in its channel. */
  place: (channel: string) => `in # ${channel}`,
  conversation: (name: string) => `in ${name}`,
  start: 'The message that starts the thread',
  list: 'Replies in the thread',
  label: 'Reply in thread',
  replies: (count: number) => plural(count, 'reply', 'replies'),
  empty: { title: 'No replies yet.', text: 'Yours can be the first.' },
  deletedStart: 'This message was deleted before anyone replied, so it cannot start a thread.',
  /** For screen readers, between the parts of a summary: whose pictures it shows. */
  faces: (names: readonly string[]) => (names.length > 0 ? `, last by ${names.join(', ')}, ` : ', '),
  lastAt: (clock: string) => `last at ${clock}`,
  lastOn: (day: string) => `last on ${day}`,
  unread: (count: number) => `, ${count} unread`,
  follow: 'Follow',
  following: 'Following',
  followFailed: 'Not saved',
  options: 'Options of the thread',
  remove: 'Delete thread',
  deletion: {
    title: 'Delete thread',
    text: (replies: number) =>
      `This deletes ${plural(replies, 'reply', 'replies')} for everyone and cannot be undone. The message above them stays.`,
    action: 'Delete thread',
    pending: 'Deleting...',
  },
  deleted: 'The thread was deleted.',
  close: 'Close thread',
  loading: 'Loading thread',
  failed: 'The thread could not be loaded.',
  missing: 'This thread cannot be found.',
  missingText: 'It was deleted, or you do not have access.',
  followed: {
    label: 'threads',
    name: 'Threads you follow',
    place: (channel: string) => `, in # ${channel}`,
    all: (count: number) => `All ${plural(count, 'thread')}`,
    fewer: 'Fewer threads',
    failed: 'Your threads could not be loaded.',
  },
} as const;
