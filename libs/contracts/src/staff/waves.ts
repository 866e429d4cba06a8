import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  idsField,
  omittable,
  requestBody,
  textField,
  withDefault,
} from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { MEASURE_RULES } from './appeals.js';

/** A job moves a wave on from `removing` to `removed`, and from `returning` to `open`. */
export const WAVE_STATES = ['open', 'removing', 'removed', 'returning', 'dismissed'] as const;
export type WaveState = (typeof WAVE_STATES)[number];

/** What the console lists: what waits for a decision or a job, and the rest. */
export const WAVE_LISTS = ['open', 'closed'] as const;
export type WaveList = (typeof WAVE_LISTS)[number];

export const WAVE_LIMITS = {
  /** How long a removal can be undone. What was removed is kept for so long. */
  undoMs: 7 * 24 * 60 * 60 * 1_000,
  /** How long a decided wave is listed. */
  keptMs: 30 * 24 * 60 * 60 * 1_000,
  /** Of the text that the console shows, in Unicode characters. */
  sample: 500,
  /** Accounts that a decision leaves as they are. */
  spared: 1_000,
} as const;

export const WAVE_MESSAGES = phrases({
  badWaveList: `The state must be ${listed(WAVE_LISTS, 'or')}.`,
  badSparedIds: `The spared accounts are a list of up to ${WAVE_LIMITS.spared} ids.`,
  waveDecided: 'This wave has been decided already, or is being removed or returned.',
  waveTooOld: 'This can no longer be undone. What was removed has been deleted.',
});

export const waveSchema = object('SpamWave', 'Copies of texts by new accounts, which were held.', {
  id: id('The wave.'),
  state: oneOf(
    WAVE_STATES,
    '`open`: it waits for a decision. `removing` and `returning`: a job does what was decided. `removed`: its accounts are suspended. `dismissed`: it was no spam.',
    'open',
  ),
  sample: nullable(
    text('The beginning of one of its texts; null if all of them are in private channels.', {
      maxLength: WAVE_LIMITS.sample,
      example: 'Free nitro for the first hundred members, claim yours at nitro.example today!',
    }),
  ),
  accounts: wholeNumber('The accounts that wrote them.', { example: 34 }),
  texts: wholeNumber('The texts, with those before the first that was held.', { example: 212 }),
  removed: wholeNumber('How many messages, posts and replies of its accounts have been removed so far.', {
    example: 180,
  }),
  createdAt: timestamp('When the first text was held.'),
  decidedAt: nullable(timestamp('When it was decided; null until then.')),
  decidedBy: nullable(authorSchema),
  isReleasing: optional(
    flag(
      'Of a dismissed wave, on its own: whether some of its texts are still held, and wait to be released.',
    ),
  ),
  undoUntil: nullable(timestamp('Until when its removal can be undone; null if it was not removed.')),
});
export type WaveView = TypeOf<typeof waveSchema>;

export const waveAccountSchema = object('SpamWaveAccount', 'An account of a wave.', {
  userId: id('The member.'),
  ...authorSchema.entries,
  texts: wholeNumber('Its texts in the wave.', { example: 7 }),
  joinedAt: timestamp('When it was created.'),
});
export type WaveAccountView = TypeOf<typeof waveAccountSchema>;

/** `POST /api/staff/waves/{id}/remove`. */
export const removeWaveBody = requestBody({
  reason: textField(MEASURE_RULES.reason),
  sparedIds: omittable(
    idsField('The accounts that stay as they are.', {
      max: WAVE_LIMITS.spared,
      message: WAVE_MESSAGES.badSparedIds,
    }),
  ),
});
export type RemoveWaveBody = BodyOf<typeof removeWaveBody>;

const wave = { id: id('The wave.') };

export const listWaves = call('GET', '/staff/waves', {
  summary: 'Lists waves of spam, newest first',
  description: 'For the staff of the platform.',
  access: 'moderators',
  query: {
    ...pageQuery,
    state: withDefault(
      choiceField(WAVE_LISTS, {
        description: '`open`: what waits for a decision or a job.',
        message: WAVE_MESSAGES.badWaveList,
      }),
      'open',
    ),
  },
  answer: list(waveSchema),
});

export const getWave = call('GET', '/staff/waves/:id', {
  summary: 'Returns a wave of spam',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: wave,
  answer: waveSchema,
  problems: ['not_found'],
});

export const listWaveAccounts = call('GET', '/staff/waves/:id/accounts', {
  summary: 'Lists the accounts of a wave of spam, oldest account first',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: wave,
  query: pageQuery,
  answer: list(waveAccountSchema),
  problems: ['not_found'],
});

export const removeWave = call('POST', '/staff/waves/:id/remove', {
  summary: 'Suspends the accounts of a wave, and removes what they wrote',
  description:
    'For the staff of the platform. The accounts are suspended at once, apart from those that are suspended already and those of staff. A job removes their messages, posts and replies since the day before the wave. What it held of spared accounts is released. It can be undone for 7 days.',
  access: 'moderators',
  params: wave,
  body: { title: 'RemoveWaveDto', fields: removeWaveBody },
  answer: waveSchema,
  problems: ['not_found', 'already_used'],
});

export const undoWave = call('POST', '/staff/waves/:id/undo', {
  summary: 'Undoes the removal of a wave',
  description:
    'For the staff of the platform, for 7 days. Suspensions that the removal began end, and a job returns what it removed. The wave waits for a decision again.',
  access: 'moderators',
  params: wave,
  answer: waveSchema,
  problems: ['not_found', 'already_used'],
});

export const dismissWave = call('POST', '/staff/waves/:id/dismiss', {
  summary: 'Decides that a wave is no spam',
  description:
    'For the staff of the platform. Its posts and replies are shown, and its held messages are sent if their authors may still write there. Its texts are not held again for a day.',
  access: 'moderators',
  params: wave,
  answer: waveSchema,
  problems: ['not_found', 'already_used'],
});
