import { formatShortWeekday } from '../../../ui/dates.js';
import { useMedia } from '../../../ui/use-media.js';

/** Px, about as many as the rule gets, so that its marks and labels keep their size. */
const WIDTHS = { phone: 350, wide: 760 } as const;
const PHONE = '(max-width: 600px)';
/** Hours that would be closer than this leave only every sixth. */
const MIN_HOUR_PX = 3;
const BASE = 33;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A longer time has one tick a day. */
const MAX_HOURLY_MS = 7 * DAY_MS;
/** During a longer time, only Mondays are named. */
const MAX_NAMED_DAYS_MS = 14 * DAY_MS;
const CLOSE = 10;
const RISE = 11;

export interface RuleMark {
  at: number;
  tone: 'you' | 'line' | 'other';
}

interface Tick {
  at: number;
  x: number;
  length: number;
  label: string | undefined;
}

function ticksBetween(from: number, to: number, width: number, xOf: (at: number) => number): Tick[] {
  const isDaily = to - from > MAX_HOURLY_MS;
  const isHourly = (width * HOUR_MS) / (to - from) >= MIN_HOUR_PX;
  const isEachNamed = to - from <= MAX_NAMED_DAYS_MS;
  const ticks: Tick[] = [];
  const cursor = new Date(from);
  cursor.setMinutes(60, 0, 0);
  for (; cursor.getTime() <= to; cursor.setHours(cursor.getHours() + 1)) {
    const hour = cursor.getHours();
    if ((isDaily && hour !== 0) || (!isHourly && hour % 6 !== 0)) continue;
    const length = hour === 0 ? 11 : hour % 6 === 0 ? 7 : 4;
    ticks.push({
      at: cursor.getTime(),
      x: xOf(cursor.getTime()),
      length,
      label: hour === 0 && (isEachNamed || cursor.getDay() === 1) ? formatShortWeekday(cursor) : undefined,
    });
  }
  return ticks;
}

/** Draws events on a rule from the time when the member left until now. Decorative: the rows carry the same. */
export function TimeRule({ from, to, marks }: { from: number; to: number; marks: readonly RuleMark[] }) {
  const width = WIDTHS[useMedia(PHONE) ? 'phone' : 'wide'];
  const span = Math.max(1, to - from);
  const xOf = (at: number): number => Math.min(width - 8, Math.max(8, ((at - from) / span) * width));
  const placed = marks
    .toSorted((a, b) => a.at - b.at)
    .reduce<{ x: number; y: number; tone: RuleMark['tone'] }[]>((list, { at, tone }) => {
      const x = xOf(at);
      const last = list.at(-1);
      const isClose = last !== undefined && x - last.x < CLOSE && last.y === 19;
      return [...list, { x, y: isClose && tone === 'other' ? 19 - RISE : 19, tone }];
    }, []);
  return (
    <svg className="time-rule" viewBox={`0 0 ${width} 56`} aria-hidden="true">
      <line className="c-line" x1="0" y1={BASE} x2={width} y2={BASE} />
      {ticksBetween(from, to, width, xOf).map(({ at, x, length, label }) => (
        <g key={at}>
          <line className="c-line" x1={x} y1={BASE} x2={x} y2={BASE + length} />
          {label !== undefined && (
            <text className="time-rule__day" x={x + 4} y="54">
              {label}
            </text>
          )}
        </g>
      ))}
      {placed.map(({ x, y, tone }, index) => (
        // Marks of one time are equal, so their place tells them apart.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={index}>
          <line className="c-line" x1={x} y1={BASE} x2={x} y2={y + (tone === 'you' ? 7 : 6)} />
          <circle
            className={tone === 'you' ? 'c-warm' : tone === 'line' ? 'c-accent' : 'c-star'}
            cx={x}
            cy={y}
            r="3"
          />
          {tone === 'you' && <circle className="c-ring-warm" cx={x} cy={y} r="6.5" />}
        </g>
      ))}
    </svg>
  );
}
