import { FILTER_LIMITS, type FilterAction, type FilterKind } from '@oniverse/contracts';

const KINDS: Record<FilterKind, string> = { word: 'Word', pattern: 'Pattern' };
const ACTIONS: Record<FilterAction, string> = { warn: 'Warn', hold: 'Hold', refuse: 'Refuse' };

export const FILTER_TEXTS = {
  title: 'Filters',
  text: 'Messages, edits and channel names are compared with these, without case, accents and invisible characters. Warn asks the author again, hold lets you decide, refuse does not send it.',
  loading: 'Loading filters',
  list: 'Filters',
  empty: 'No filters yet.',
  kinds: KINDS,
  actions: ACTIONS,
  kind: 'kind',
  word: 'word or phrase',
  pattern: 'pattern',
  wordHint: 'Matches whole words.',
  patternHint: 'In the syntax of RE2, such as discord\\.gg/\\w+. Write it without accents.',
  action: 'what happens',
  actionOf: (filter: string) => `What happens with “${filter}”`,
  add: 'Add',
  remove: (filter: string) => `Remove “${filter}”`,
  known: 'This filter is in the list already.',
  full: `A dimension can have up to ${FILTER_LIMITS.count} filters.`,
  mentions: 'mentions in one message, at most',
  mentionsHint: 'Leave empty for no limit.',
  reload: 'Load the current filters',
  form: { discard: 'Cancel', confirm: 'Save', pending: 'saving...' },
  saved: 'Filters saved',
} as const;

export const HELD_TEXTS = {
  release: 'Release',
  releaseOf: (name: string) => `Release the message by @${name}`,
  releasing: 'releasing...',
  released: (name: string) => `The message by @${name} is released`,
  failedRelease: 'Releasing the message failed',
  decline: 'Decline…',
  declineOf: (name: string) => `Decline the message by @${name}`,
  declined: (name: string) => `The message by @${name} is declined`,
  word: 'a word to its author',
  wordNote: 'Optional. They see it.',
  form: { discard: 'Cancel', confirm: 'Decline', pending: 'declining...' },
} as const;
