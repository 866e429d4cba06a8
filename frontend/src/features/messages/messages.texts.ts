import { LIMITS } from '@oniverse/contracts';

/** What the conversation says. */
export const MESSAGE_TEXTS = {
  empty: { title: 'No messages yet.', text: 'Be the first to start the conversation!' },
  loading: 'Loading messages',
  page: {
    older: { loading: 'loading earlier messages...', failed: 'Earlier messages could not be loaded.' },
    newer: { loading: 'loading later messages...', failed: 'Later messages could not be loaded.' },
  },
  tryAgain: 'Try again',
  departed: 'departed member',
  deleted: 'This message was deleted.',
  edited: '(edited)',
  list: (channel: string) => `Messages in #${channel}`,
  announced: (name: string, content: string) => `${name}: ${content}`,
  jump: (count: number) => (count > 0 ? `${count} new, jump to latest` : 'Jump to latest'),
  label: (channel: string) => `Message #${channel}`,
  unread: (count: number, since: string | undefined) =>
    since === undefined ? `${count} new` : `${count} new since ${since}`,
  typing: { one: 'is typing', and: 'and', two: 'are typing', several: 'several people are typing' },
  people: 'Members to mention',
  actions: {
    name: (author: string) => `Actions for the message of ${author}`,
    copyText: 'Copy text',
    textCopied: 'Text copied',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    copyFailed: 'The browser did not let us copy',
    edit: 'Edit',
    remove: 'Delete',
  },
  editLabel: 'Edit message',
  editHint: 'Enter keeps it, Escape does not.',
  save: 'Save',
  saving: 'saving...',
  cancel: 'Cancel',
  deletion: {
    title: 'Delete message',
    text: 'Are you sure you want to delete this message? It cannot be undone.',
    confirm: 'Delete message',
    pending: 'deleting...',
  },
  unreachable: 'The network did not answer. Try again.',
  send: 'SEND',
  sending: 'sending...',
  notSent: 'Not sent.',
  retry: 'Retry',
  discard: 'Discard',
  retryIn: (seconds: number) => (seconds > 0 ? `Possible again in ${seconds} s.` : 'Possible again now.'),
  left: (characters: number) => `${characters.toLocaleString('en')} characters left`,
  over: (characters: number) =>
    `${characters.toLocaleString('en')} characters over the limit of ${LIMITS.message.max.toLocaleString('en')}`,
} as const;
