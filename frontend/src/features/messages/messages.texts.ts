import { LIMITS } from '@oniverse/contracts';

/** What the conversation says. */
export const MESSAGE_TEXTS = {
  empty: { title: 'No messages yet.', text: 'Be the first to start the conversation!' },
  loading: 'Loading messages',
  loadingOlder: 'loading earlier messages...',
  olderFailed: 'Earlier messages could not be loaded.',
  tryAgain: 'Try again',
  departed: 'departed member',
  deleted: 'This message was deleted.',
  edited: '(edited)',
  list: (channel: string) => `Messages in #${channel}`,
  announced: (name: string, content: string) => `${name}: ${content}`,
  jump: (count: number) => (count > 0 ? `${count} new, jump to latest` : 'Jump to latest'),
  label: (channel: string) => `Message #${channel}`,
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
