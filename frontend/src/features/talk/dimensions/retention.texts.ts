import { MESSAGE_DAYS, type Retention } from '@oniverse/contracts';
import { formatShortMoment } from '../../../ui/dates.js';
import { formatMinute } from '../../../ui/minute-of-day.js';
import { plural } from '../../../ui/plural.js';

/** Formats a time as `90 days` or `1 year`. */
const spanOf = (days: number): string =>
  days % 365 === 0 ? plural(days / 365, 'year') : plural(days, 'day');
const keptFor = (days: number): string => (days === Infinity ? 'for ever' : `for ${spanOf(days)}`);
const fadesAt = (minute: number): string => `every day at ${formatMinute(minute)} UTC`;
const momentOf = (at: string): string => formatShortMoment(new Date(at));

export const RETENTION_TEXTS = {
  action: 'Keep messages',
  title: (thing: string) => `Keep messages in ${thing}`,
  text: 'Older messages are deleted for everyone, with their files. Threads follow their channel.',
  label: 'keep messages',
  asDimension: (days: number) => `As the dimension: ${keptFor(days)}`,
  forEver: 'For ever',
  span: spanOf,
  kept: keptFor,
  own: 'Another number of days',
  fade: 'Until a time each day',
  fadesAt,
  time: 'time, in UTC',
  badTime: 'Enter a time, such as 06:00.',
  days: 'days',
  badDays: `Enter a whole number of days, ${MESSAGE_DAYS.min} to ${MESSAGE_DAYS.max}.`,
  form: { discard: 'Cancel', confirm: 'Save', pending: 'saving...' },
  discard: {
    title: 'Discard your changes',
    text: 'Are you sure you want to close? Your choice is not saved.',
    confirm: 'Discard',
  },
  /** Says what a shortening that waits will do, to those who can take it back. */
  waits: ({ days, next }: Retention) =>
    next &&
    `Until ${momentOf(next.at)}, messages are still kept ${keptFor(days)}. Choose that again to take the change back.`,
  confirm: {
    title: (days: number) => `Keep messages ${keptFor(days)} only`,
    text: (thing: string, days: number) =>
      `Messages in ${thing} that are older than ${spanOf(days)} will be deleted for everyone, also those that exist. This begins one day from now; until then you can take it back here.`,
    action: 'Keep them shorter',
  },
  confirmFade: {
    title: (minute: number) => `Delete messages ${fadesAt(minute)}`,
    text: (thing: string, minute: number) =>
      `All messages in ${thing} will be deleted for everyone ${fadesAt(minute)}, also those that exist. This begins a week from now; until then you can take it back here.`,
    action: 'Delete them each day',
  },
  /** In the channel. Undefined if there is nothing to say. */
  note: ({ days, fadeMinute }: Retention) => {
    if (fadeMinute !== undefined) return `Messages here fade ${fadesAt(fadeMinute)}.`;
    return days === Infinity ? undefined : `Messages here are kept for ${spanOf(days)}.`;
  },
  /** In the channel, while a shortening waits. */
  noteNext: ({ next }: Retention) =>
    next &&
    (next.fadeMinute === undefined
      ? `From ${momentOf(next.at)}, messages here are kept for ${spanOf(next.days)}. Older ones will be deleted.`
      : `From ${momentOf(next.at)}, messages here fade ${fadesAt(next.fadeMinute)}. Those from before will be deleted.`),
} as const;
