import type { ReactNode } from 'react';
import { grouped, LIMITS, MESSAGE_VERSIONS } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';
import { sentence } from '../../../ui/sentence.js';

const twoDigits = (count: number): string => String(count).padStart(2, '0');

/** Formats seconds as `42 s`, `4:59` or `5:59:59`. */
function timeLeft(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const rest = twoDigits(seconds % 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`;
}

export const MESSAGE_TEXTS = {
  empty: { title: 'No messages yet.', text: 'Be the first to start the conversation!' },
  loading: 'Loading messages',
  page: {
    older: { loading: 'loading earlier messages...', failed: 'Earlier messages could not be loaded.' },
    newer: { loading: 'loading later messages...', failed: 'Later messages could not be loaded.' },
  },
  tryAgain: 'Try again',
  departedMember: 'former member',
  deleted: 'This message was deleted.',
  edited: '(edited)',
  list: (channel: string) => `Messages in #${channel}`,
  announced: (name: string, content: string) => `${name}: ${content}`,
  jump: (count: number) => (count > 0 ? `${count} new, jump to latest` : 'Jump to latest'),
  label: (channel: string) => `Message #${channel}`,
  expiredMessage: 'This message is no longer kept.',
  noSuchMessage: 'This link leads to a message that does not exist in this channel.',
  /** Has no count if the jump button already shows a different one. */
  unread: (count: number | undefined, since: string | undefined) => {
    const label = count === undefined ? 'new' : `${count} new`;
    return since === undefined ? label : `${label} since ${since}`;
  },
  replyTo: 'Reply to ',
  announcedReply: (name: string, answered: string, content: string) => `${name}, to ${answered}: ${content}`,
  you: 'you',
  replying: 'Replying to',
  cancelReply: 'Cancel reply',
  typing: {
    one: (who: ReactNode) => sentence`${who} is typing`,
    two: (who: ReactNode, other: ReactNode) => sentence`${who} and ${other} are typing`,
    several: 'several people are typing',
  },
  actions: {
    thisMessage: 'this message',
    name: (author: string) => `Actions for the message by ${author}`,
    copyText: 'Copy text',
    textCopied: 'Text copied',
    copyLink: 'Copy link',
    react: 'React',
    reactors: 'Who reacted',
    versions: 'Earlier texts',
    remind: 'Remind me',
    reply: 'Reply',
    replyInThread: 'Reply in thread',
    edit: 'Edit',
    remove: 'Delete',
  },
  versions: {
    title: 'Earlier texts',
    text: `Kept for ${MESSAGE_VERSIONS.days} days, for the author and in a dimension for its staff.`,
    loading: 'Loading earlier texts',
    failed: 'The earlier texts could not be loaded.',
    none: 'None is left.',
    empty: 'No text.',
  },
  reactions: {
    list: 'Reactions',
    add: 'Add a reaction',
    /** `otto_n, juno_9 and 2 others`. */
    names: (names: readonly string[], others: number) => {
      const all = others > 0 ? [...names, plural(others, names.length > 0 ? 'other' : 'member')] : [...names];
      const last = all.pop() ?? '';
      return all.length > 0 ? `${all.join(', ')} and ${last}` : last;
    },
    others: (count: number) => `+${count}`,
    reacted: (names: string, emoji: string) => `${names} reacted with ${emoji}`,
    tab: (emoji: string, count: number) => `${emoji} ${grouped(count)}`,
    loading: 'Loading members',
    listFailed: 'The members could not be loaded.',
    nobody: 'Nobody you can see.',
    more: 'More members',
  },
  editLabel: 'Edit message',
  editNote: `The earlier text can be read for ${MESSAGE_VERSIONS.days} days: by you, and in a dimension by its staff.`,
  editHint: 'Enter to save, Escape to cancel.',
  chooseText: 'Choose one of the two texts first.',
  save: 'Save',
  saving: 'saving...',
  cancel: 'Cancel',
  deletion: {
    title: 'Delete message',
    text: 'Are you sure you want to delete this message? This cannot be undone.',
    confirm: 'Delete message',
  },
  send: 'SEND',
  nothingToSend: {
    title: 'Nothing to send yet',
    text: 'Write a message of the allowed length, or add a file.',
  },
  remind: {
    title: 'Remind me',
    text: 'At this time, the message is in your night log. Until then, it waits with your scheduled messages.',
    form: { discard: 'Cancel', confirm: 'Remind me', pending: 'Setting...' },
    set: (moment: string) => `You will be reminded on ${moment}`,
    open: 'Show',
  },
  sending: 'sending...',
  failed: { send: 'Not sent.', edit: 'Not saved.', delete: 'Not deleted.' },
  retry: 'Retry',
  insist: { send: 'Send anyway', edit: 'Save anyway' },
  held: {
    title: { held: 'Held for review.', declined: 'Declined.' },
    text: {
      held: 'The staff of this dimension read it before others see it.',
      declined: 'The staff of this dimension did not release it. Only you see it here.',
    },
    remove: { held: 'Withdraw', declined: 'Dismiss' },
    word: 'They say:',
    failed: 'The message could not be removed',
  },
  discard: 'Discard',
  retryIn: (seconds: number) => (seconds > 0 ? `Next attempt in ${timeLeft(seconds)}.` : ''),
  slowMode: {
    on: (wait: string) => `Slow mode: ${wait} between messages`,
    left: (seconds: number) => `Slow mode: you can write again in ${timeLeft(seconds)}`,
  },
  full: 'Too much is waiting to be sent. Keep this page open until it is.',
  tooLong: 'The message is too long to send.',
  charactersLeft: (characters: number) => `${plural(characters, 'character')} left`,
  charactersOver: (characters: number) =>
    `${plural(characters, 'character')} over the limit of ${grouped(LIMITS.message.max)}`,
} as const;
