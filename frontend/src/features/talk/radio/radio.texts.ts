import { RADIO, type TrackRefusal } from '@oniverse/contracts';
import { formatMinute } from '../../../ui/minute-of-day.js';
import { plural } from '../../../ui/plural.js';

const two = (part: number): string => String(part).padStart(2, '0');

/** Formats a length as `3:05`, or `1:02:05` from an hour on. */
function lengthOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

const SECONDS = RADIO.minMs / 1000;
const HOURS = RADIO.maxMs / 3_600_000;

export const RADIO_TEXTS = {
  radio: 'Radio',
  radioOf: (channel: string) => `Radio of #${channel}`,
  channel: (channel: string) => `#${channel}`,
  onAir: 'On air',
  quietUntil: (minute: number) => `Quiet until ${formatMinute(minute)} UTC`,
  silent: 'Silent',
  empty: 'Nothing is in the order yet. The first file that a member adds begins it.',
  addedBy: 'added by',
  length: lengthOf,
  elapsed: (offsetMs: number, durationMs: number) => `${lengthOf(offsetMs)} of ${lengthOf(durationMs)}`,
  next: 'Next:',
  listen: 'Listen',
  stop: 'Stop',
  stopOf: (channel: string) => `Stop the radio of #${channel}`,
  lost: 'The sound was lost. Trying again...',
  /** On narrow screens, the strip has two lines until it is unfolded. */
  unfold: 'Show more of the radio',
  fold: 'Show less of the radio',
  volume: 'Volume',
  /** Says how many votes there are of those that it takes. */
  skipVotes: (votes: number, needed: number) => `Skip ${votes} of ${needed}`,
  skipName: (title: string, votes: number, needed: number) =>
    `Vote to skip ${title}: ${votes} of ${plural(needed, 'vote')}`,
  voted: (votes: number, needed: number) => `Voted, ${votes} of ${needed}`,
  listeners: (count: number) => plural(count, 'listener'),
  order: 'Order',
  orderTitle: 'On the radio',
  orderText:
    'Tracks play in this order, for everyone at the same place. After the last one, the first begins again.',
  orderName: (count: number) => `Order of the radio, ${plural(count, 'track')}`,
  playing: 'Playing',
  remove: 'Remove',
  removeOf: (title: string) => `Remove ${title}`,
  removing: 'removing...',
  removal: {
    title: 'Remove this track',
    text: (title: string) => `“${title}” will be removed from the radio, and its file will be deleted.`,
    confirm: 'Remove it',
  },
  add: 'Add a file',
  adding: (percent: number) => `sending, ${percent} %`,
  addFailed: 'The file was not added.',
  reading: 'Added. It plays once it has been read.',
  waiting: 'being read...',
  refusals: {
    unreadable: 'Not played: it is no MP3, Ogg, Opus or FLAC, or it is damaged.',
    too_short: `Not played: it lasts less than ${plural(SECONDS, 'second')}.`,
    too_long: `Not played: it lasts more than ${plural(HOURS, 'hour')}.`,
  } satisfies Record<TrackRefusal, string>,
  settings: {
    title: (channel: string) => `Radio of #${channel}`,
    text: 'Members add files of sound, which play in order, for everyone at the same place.',
    label: 'radio',
    off: 'None',
    on: 'Plays day and night',
    withHours: 'Plays outside of quiet hours',
    hoursHint: 'It stands still then, every day.',
    from: 'from, in UTC',
    to: 'until, in UTC',
    badHours: 'Enter two different times, such as 02:00 and 06:00.',
    form: { discard: 'Cancel', confirm: 'Save', pending: 'saving...' },
    discard: {
      title: 'Discard your changes',
      text: 'Are you sure you want to close? Your choice is not saved.',
      confirm: 'Discard',
    },
    deletion: {
      title: 'Take the radio away',
      text: (channel: string) => `The radio of #${channel} ends, and all of its files will be deleted.`,
      confirm: 'Take it away',
    },
  },
} as const;
