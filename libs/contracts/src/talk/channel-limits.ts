import { phrases } from '../shared/phrases.js';
import { clearable, flagField, numberField, omittable, requestBody } from '../shared/request-fields.js';
import { added, flag, nullable, timestamp, wholeNumber } from '../shared/schema.js';
import { grouped } from '../shared/text.js';
import { may, type Standing } from './permissions.js';

/** Bounds of slow mode, apart from `LIMITS`, which every visitor loads. */
export const SLOW_MODE = { seconds: { min: 5, max: 6 * 3_600 } } as const;

const { seconds } = SLOW_MODE;

/** Formats a wait as `30 seconds`, `1 minute` or `6 hours`. */
export function waitText(wait: number): string {
  const [size, unit] =
    wait % 3_600 === 0 ? [3_600, 'hour'] : wait % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  return `${grouped(wait / size)} ${unit}${wait === size ? '' : 's'}`;
}

export const CHANNEL_LIMIT_MESSAGES = phrases({
  channelLocked: 'This channel is locked. Only the owner and moderators write here.',
  slowMode: ({ seconds: wait }: { seconds: number }) =>
    `Slow mode is on: members wait ${waitText(wait)} after each message.`,
  badSlowMode: `Slow mode lasts ${waitText(seconds.min)} to ${waitText(seconds.max)}.`,
});

/** The fields of a channel that say who may write in it, and when. Its threads follow them. */
export const channelLimitParts = {
  isLocked: added(flag('Whether only the owner and moderators write. Others read and react.', false), false),
  slowModeSeconds: added(
    nullable(wholeNumber('How long members wait after a message; null without slow mode.', { example: 30 })),
    null,
  ),
  slowModeUntil: added(
    nullable(
      timestamp(
        'When the caller may write again because of slow mode; null if they may now, and for the owner and moderators.',
      ),
    ),
    null,
  ),
};

/** Fields of `PATCH /api/channels/{id}`. */
export const channelLimitFields = requestBody({
  isLocked: omittable(flagField('Whether only the owner and moderators write.')),
  slowModeSeconds: clearable(
    numberField('How long members wait after a message. Null switches slow mode off.', {
      ...seconds,
      message: CHANNEL_LIMIT_MESSAGES.badSlowMode,
      example: 30,
    }),
  ),
});

/**
 * Returns whether a standing may write in a channel or its threads, apart from slow mode. In SQL, `channel_writer` says the
 * same.
 */
export const mayWriteIn = (standing: Standing | null, { isLocked }: { isLocked: boolean }): boolean =>
  may(standing, 'writeMessages') && (!isLocked || may(standing, 'ignoreChannelLimits'));
