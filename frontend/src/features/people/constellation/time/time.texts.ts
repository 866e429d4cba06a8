import { formatUtcDate, formatUtcMonth } from '../../../../ui/dates.js';
import { plural } from '../../../../ui/plural.js';

export const TIME_TEXTS = {
  group: 'Time',
  slider: 'Date',
  date: formatUtcDate,
  month: formatUtcMonth,
  now: 'now',
  valueText: (date: string, isNow: boolean) => (isNow ? `${date}, now` : date),
  formed: (formed: number, all: number) => {
    if (all === 0) return 'You have no lines yet';
    if (formed === all)
      return all === 1 ? 'Your line had formed' : `All of your ${plural(all, 'line')} had formed`;
    return `${formed} of your ${plural(all, 'line')} had formed`;
  },
  play: (month: string) => `Play from ${month}`,
  pause: 'Pause',
  nextMonth: 'Next month',
  back: 'Back to now',
  young: 'From next week, you can look back in time here.',
  failed: 'The past could not be loaded.',
} as const;
