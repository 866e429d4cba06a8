import { serverNow } from '../../../api/server-clock.js';
import { daysBetween, formatClock, formatShortMoment } from '../../../ui/dates.js';

/** Returns `18:40` for a time of today, or else `9 Dec 2026, 18:40`. */
export function formatTimeOutEnd(until: string): string {
  const end = new Date(until);
  return daysBetween(end, serverNow()) === 0 ? formatClock(end) : formatShortMoment(end);
}

export const TIME_OUT_TEXTS = {
  /** In place of the composer. */
  notice: (until: string) => `You are timed out until ${until}. You can read, but not write.`,
  noticeReason: 'Reason:',
  set: 'Time out…',
  change: 'Change time-out…',
  end: 'End time-out',
  endOf: (name: string) => `End the time-out of @${name}`,
  ending: 'ending...',
  ended: (name: string) => `@${name} can write again`,
  failedEnd: 'Ending the time-out failed',
  isRunning: (until: string) => `Timed out until ${until}.`,
  title: (name: string) => `Time out @${name}`,
  text: 'They can read, but not write or react, until it ends. It also holds if they leave and return.',
  duration: 'for',
  durations: {
    '10': '10 minutes',
    '60': '1 hour',
    '1440': '1 day',
    '10080': '1 week',
    '40320': '28 days',
  },
  reason: 'reason',
  reasonNote: 'They see it.',
  form: { discard: 'Cancel', confirm: 'Time out', pending: 'timing out...' },
  done: (name: string, until: string) => `@${name} is timed out until ${until}`,
  list: {
    title: 'Time-outs',
    until: (until: string) => `until ${until}`,
    loading: 'Loading time-outs',
    empty: 'Nobody is timed out.',
  },
} as const;
