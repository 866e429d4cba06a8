import { phrases } from '../shared/phrases.js';
import { clearable, numberField, type RequestField } from '../shared/request-fields.js';
import { added, nullable, timestamp, type TypeOf, wholeNumber } from '../shared/schema.js';
import { grouped } from '../shared/text.js';

/** For how many days messages are kept, apart from `LIMITS`, which every visitor loads. */
export const MESSAGE_DAYS = { forEver: 0, min: 30, max: 3_650 } as const;

/** The minute of the day, in UTC, at which messages of a channel fade. */
export const FADE_MINUTE = { min: 0, max: 24 * 60 - 1 } as const;

/** A rule to fade takes effect after these hours, in which it can be taken back. */
export const FADE_NOTICE_HOURS = 7 * 24;

/** No message that fades every day is kept for longer. */
const FADE_DAYS = 1;

/** A shortening takes effect after these hours, in which it can be taken back. */
export const SHORTENING_HOURS = 24;

/** The row of a deleted message at the beginning of a channel whose messages expire is deleted after these hours. */
export const TOMBSTONE_HOURS = 24;

const { forEver, min, max } = MESSAGE_DAYS;

export const RETENTION_MESSAGES = phrases({
  badMessageDays: `Messages are kept for ${min} to ${grouped(max)} days, or for ever (${forEver}).`,
  badFadeMinute: `Messages fade at a minute of the day, ${FADE_MINUTE.min} to ${grouped(FADE_MINUTE.max)}.`,
});

/** The field of a request that says for how many days messages are kept. */
export const messageDaysField = (description: string): RequestField<number, false> => {
  const terms = { min: forEver, max, message: RETENTION_MESSAGES.badMessageDays, example: 90 };
  const field = numberField(description, terms);
  return {
    ...field,
    problem: (value) =>
      typeof value === 'number' && value > forEver && value < min ? terms.message : field.problem(value),
  };
};

/** The field of a request that says when messages of a channel fade. */
export const fadeMinuteField = (): RequestField<number | null, true> =>
  clearable(
    numberField(
      'The minute of the day, in UTC, at which all messages are deleted, every day; null to keep them for days. Also holds for the messages that exist.',
      { ...FADE_MINUTE, message: RETENTION_MESSAGES.badFadeMinute, example: 360 },
    ),
  );

/** What was in effect before a shortening, and still is until it takes effect. */
const formerParts = {
  formerMessageDays: added(
    nullable(
      wholeNumber(
        'For how many days messages were kept before a shortening, 0 for ever; null without one. This holds until `formerMessageDaysUntil`.',
        { example: 365 },
      ),
    ),
    null,
  ),
  formerMessageDaysUntil: added(
    nullable(timestamp('When the shortening takes effect, or took effect; null without one.')),
    null,
  ),
};

/** The fields of a dimension that say for how long messages are kept. */
export const serverRetentionParts = {
  messageDays: added(
    wholeNumber(
      'For how many days messages are kept in channels that say nothing else; 0 for ever. Expired messages are deleted.',
      { example: 90 },
    ),
    forEver,
  ),
  ...formerParts,
};

/** The fields of a channel that say the same. Its threads follow it. */
export const channelRetentionParts = {
  messageDays: added(
    nullable(
      wholeNumber('For how many days messages are kept; 0 for ever, null as the dimension says.', {
        example: 90,
      }),
    ),
    null,
  ),
  fadeMinute: added(
    nullable(
      wholeNumber(
        'The minute of the day, in UTC, at which all messages are deleted, every day; null to keep them for days.',
        { example: 360 },
      ),
    ),
    null,
  ),
  ...formerParts,
};

type Parts<P extends Readonly<Record<string, Parameters<typeof nullable>[0]>>> = {
  readonly [K in keyof P]: TypeOf<P[K]>;
};
export type ServerRetention = Parts<typeof serverRetentionParts>;
export type ChannelRetention = Parts<typeof channelRetentionParts>;

interface Keeping {
  /** For how long messages are kept; `Infinity` for ever. */
  days: number;
  /** When they fade, if they do so every day. */
  fadeMinute?: number;
}

/** How long messages are kept. */
export interface Retention extends Keeping {
  /** What a shortening that has not taken effect changes it to. */
  next?: Keeping & { at: string };
}

const daysOf = (setting: number): number => (setting === forEver ? Infinity : setting);

const isAhead = (at: string | null, now: number): at is string => at !== null && now < Date.parse(at);

const formerDays = (
  { formerMessageDays, formerMessageDaysUntil }: ServerRetention | ChannelRetention,
  now: number,
): number => (isAhead(formerMessageDaysUntil, now) ? daysOf(formerMessageDays ?? forEver) : 0);

/**
 * Returns for how many days messages of a channel are kept at a time; without a channel, of those that follow the dimension. For
 * messages that fade, it is the most. In SQL, `retention_of_channel` says the same.
 */
export function keptDays(server: ServerRetention, channel: ChannelRetention | null, now: number): number {
  const days =
    channel === null || channel.messageDays === null
      ? Math.max(daysOf(server.messageDays), formerDays(server, now))
      : daysOf(channel.messageDays);
  if (channel === null) return days;
  return Math.max(channel.fadeMinute === null ? days : FADE_DAYS, formerDays(channel, now));
}

const keepingAt = (server: ServerRetention, channel: ChannelRetention | null, now: number): Keeping => ({
  days: keptDays(server, channel, now),
  ...(channel !== null &&
    channel.fadeMinute !== null &&
    !isAhead(channel.formerMessageDaysUntil, now) && { fadeMinute: channel.fadeMinute }),
});

/** Returns for how long messages of a channel are kept, and what will change that. */
export function retentionOf(
  server: ServerRetention,
  channel: ChannelRetention | null,
  now: number,
): Retention {
  const current = keepingAt(server, channel, now);
  const next = [server.formerMessageDaysUntil, channel?.formerMessageDaysUntil ?? null]
    .filter((at) => isAhead(at, now))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
    .map((at) => ({ at, ...keepingAt(server, channel, Date.parse(at)) }))
    .find((later) => later.days < current.days || later.fadeMinute !== current.fadeMinute);
  return next ? { ...current, next } : current;
}
