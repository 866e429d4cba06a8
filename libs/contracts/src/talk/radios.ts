import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { createdPart, objectPathPart } from '../shared/parts.js';
import { phrases } from '../shared/phrases.js';
import { clearable, flagField, idField, numberField, requestBody } from '../shared/request-fields.js';
import {
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';
import { grouped } from '../shared/text.js';
import { FADE_MINUTE } from './retention.js';

/** Limits of radios, apart from `LIMITS`, which every visitor loads. */
export const RADIO = {
  tracksPerChannel: 200,
  /** Of one member, in all channels. */
  tracksPerMember: 100,
  /** How long a track lasts. */
  minMs: 5_000,
  maxMs: 3 * 60 * 60 * 1000,
  /** The minute of the day, in UTC, at which quiet hours begin and end. */
  quietMinute: FADE_MINUTE,
  /** A client that plays says so at this interval. */
  beatMs: 20_000,
  /** Who has not said so for this time does not listen. */
  listeningMs: 50_000,
} as const;

/** The types of files that a radio plays, by their first bytes. */
export const RADIO_TYPES: readonly string[] = ['audio/mpeg', 'audio/ogg', 'audio/flac'];

const { quietMinute, minMs, maxMs } = RADIO;

export const RADIO_MESSAGES = phrases({
  badQuietMinute: `Quiet hours begin and end at a minute of the day, ${quietMinute.min} to ${grouped(quietMinute.max)}.`,
  badQuietHours: 'Quiet hours need a beginning and another end.',
  notForRadio: 'A radio plays MP3, Ogg, Opus and FLAC. Choose another file.',
  onlyListeners: 'Those who listen decide what is skipped. Listen first.',
});

/** Why a file that was added is not played. */
export const TRACK_REFUSALS = ['unreadable', 'too_short', 'too_long'] as const;
export type TrackRefusal = (typeof TRACK_REFUSALS)[number];

const trackId = id('The track.');
const title = text('Its title: that of the file, or its name.', { example: 'Rain on the dome' });

export const radioTrackSchema = object('RadioTrack', 'A file that a radio plays.', {
  id: trackId,
  title,
  durationMs: wholeNumber('How long it lasts, in milliseconds.', { minimum: minMs, example: 214_000 }),
  path: objectPathPart,
  addedBy: authorSchema,
  createdAt: createdPart,
});
export type RadioTrackView = TypeOf<typeof radioTrackSchema>;

export const waitingTrackSchema = object(
  'WaitingTrack',
  'A file of the caller that does not play, or not yet.',
  {
    id: trackId,
    title,
    refusal: nullable(
      oneOf(
        TRACK_REFUSALS,
        `Why it is not played; null while it is read. A track lasts from ${minMs / 1000} seconds to ${maxMs / 3_600_000} hours.`,
        'unreadable',
      ),
    ),
  },
);
export type WaitingTrackView = TypeOf<typeof waitingTrackSchema>;

const quietPart = (edge: string) =>
  nullable(
    wholeNumber(`The minute of the day, in UTC, at which quiet hours ${edge}; null without them.`, {
      maximum: quietMinute.max,
      example: 120,
    }),
  );
const now = timestamp('The time of the server.');

export const radioSchema = object(
  'Radio',
  'The radio of a channel. What plays follows from the track that played at its last change, and from the time: tracks follow each other in their order, the first follows the last, and in quiet hours all stands still.',
  {
    channelId: id('The channel.'),
    trackId: nullable(id('The track that played when the radio last changed; null stands for the first.')),
    startedAt: timestamp('When that track began.'),
    quietFrom: quietPart('begin'),
    quietTo: quietPart('end'),
    tracks: list(radioTrackSchema, 'In the order in which they play.'),
    waiting: list(waitingTrackSchema, 'Those that the caller added and that do not play, or not yet.'),
    now,
  },
);
export type RadioView = TypeOf<typeof radioSchema>;

const audienceParts = {
  trackId: nullable(id('The track that plays; null in a radio without tracks.')),
  listeners: wholeNumber('How many members listen.', { example: 2 }),
  votes: wholeNumber('How many of them voted to skip the track.', { example: 1 }),
};

export const radioAudienceSchema = object('RadioAudience', 'Who listens to a radio.', {
  ...audienceParts,
  hasVoted: flag('Whether the caller voted to skip the track.', false),
  now,
});
export type RadioAudience = TypeOf<typeof radioAudienceSchema>;

export const radioVotesSchema = object('RadioVotes', 'Votes to skip the track that plays.', {
  channelId: id('The channel.'),
  ...audienceParts,
});

const quietMinuteField = (edge: string) =>
  clearable(
    numberField(`The minute of the day, in UTC, at which quiet hours ${edge}; null without them.`, {
      ...quietMinute,
      message: RADIO_MESSAGES.badQuietMinute,
      example: 120,
    }),
  );

export const radioBody = requestBody({
  quietFrom: quietMinuteField('begin'),
  quietTo: quietMinuteField('end'),
});

const channel = { id: id('The channel.') };

export const getRadio = call('GET', '/channels/:id/radio', {
  summary: 'Returns the radio of a channel',
  description: '`not_found` also for a channel without a radio. `radio:changed` says when to ask again.',
  params: channel,
  answer: radioSchema,
  problems: ['not_found'],
});

export const setRadio = call('PUT', '/channels/:id/radio', {
  summary: 'Gives a channel a radio, or changes its quiet hours',
  description:
    'For the owner and moderators. Threads and conversations have no radio. Absent fields are as null. What plays goes on where it is.',
  params: channel,
  body: { title: 'RadioDto', fields: radioBody },
  answer: radioSchema,
  problems: ['not_found', 'forbidden'],
});

export const deleteRadio = call('DELETE', '/channels/:id/radio', {
  summary: 'Takes the radio from a channel, with its tracks and their files',
  description: 'For the owner and moderators.',
  params: channel,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const addRadioTrack = call('POST', '/channels/:id/radio/tracks', {
  summary: 'Adds an uploaded file to the end of a radio',
  description: `For those who may write in the channel. MP3, Ogg, Opus and FLAC. It plays once it has been read, which \`radio:changed\` announces. A radio has up to ${RADIO.tracksPerChannel} tracks, a member ${RADIO.tracksPerMember}.`,
  status: 201,
  params: channel,
  body: {
    title: 'AddRadioTrackDto',
    fields: requestBody({ attachmentId: idField('An upload of the caller that is ready.') }),
  },
  answer: waitingTrackSchema,
  problems: [
    'not_found',
    'not_a_member',
    'timed_out',
    'channel_locked',
    'already_used',
    'unsupported_media_type',
    'filtered',
    'quota_reached',
  ],
});

export const deleteRadioTrack = call('DELETE', '/channels/:id/radio/tracks/:trackId', {
  summary: 'Removes a track from a radio, with its file',
  description: 'For who added it, and those who may delete messages of others. The next one plays at once.',
  params: { ...channel, trackId },
  answer: okSchema,
  problems: ['not_found', 'forbidden', 'not_a_member'],
});

export const listenToRadio = call('PUT', '/channels/:id/radio/listening', {
  summary: 'Says whether the caller listens to a radio',
  description: `Repeated every ${RADIO.beatMs / 1000} seconds while it plays. Who has not said so for ${RADIO.listeningMs / 1000} seconds does not count. The answer also serves to set a clock by.`,
  params: channel,
  body: {
    title: 'ListenToRadioDto',
    fields: requestBody({ isListening: flagField('Whether the caller listens.') }),
  },
  answer: radioAudienceSchema,
  problems: ['not_found'],
  duringMaintenance: true,
});

export const voteToSkip = call('POST', '/channels/:id/radio/votes', {
  summary: 'Votes to skip the track that plays',
  description:
    'For those who listen and may write in the channel. The track is skipped once at least half of those who listen voted, and at least two if there are two or more. Repeating it changes nothing, and so does a vote about a track that has ended.',
  params: channel,
  body: { title: 'VoteToSkipDto', fields: requestBody({ trackId: idField('The track.') }) },
  answer: radioAudienceSchema,
  problems: ['not_found', 'forbidden', 'not_a_member', 'timed_out', 'channel_locked'],
});
