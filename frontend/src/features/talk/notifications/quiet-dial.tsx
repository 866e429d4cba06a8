import { QUIET_TEXTS } from './notifications.texts.js';

const CENTRE = 138;
const RIM = 112;
const ARC = 90;
const QUARTERS = 96;
const DAY_MINUTES = 24 * 60;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Returns the point of a time of day, midnight on top. */
const pointAt = (minutes: number, radius: number): [x: number, y: number] => {
  const angle = (minutes / DAY_MINUTES) * 2 * Math.PI;
  return [CENTRE + radius * Math.sin(angle), CENTRE - radius * Math.cos(angle)];
};

const placeOf = (minutes: number, radius: number): string =>
  pointAt(minutes, radius)
    .map((value) => value.toFixed(1))
    .join(' ');

const tickLength = (quarter: number): number => {
  if (quarter % 24 === 0) return 12;
  return quarter % 4 === 0 ? 8 : 4;
};

const TICKS = Array.from({ length: QUARTERS }, (_, quarter) => {
  const minutes = quarter * 15;
  return `M${placeOf(minutes, RIM)}L${placeOf(minutes, RIM - tickLength(quarter))}`;
}).join('');

const LABELS = [
  { text: '00', x: CENTRE, y: 11 },
  { text: '06', x: 265, y: CENTRE },
  { text: '12', x: CENTRE, y: 265 },
  { text: '18', x: 11, y: CENTRE },
] as const;

interface QuietDialProps {
  /** HH:MM; null for no quiet hours. */
  from: string | null;
  until: string | null;
  /** Minutes since midnight. */
  now: number;
}

/** The day as a dial of 24 hours: a warm arc for the quiet ones, an accent dot for now. */
export function QuietDial({ from, until, now }: QuietDialProps) {
  const isSet = from !== null && until !== null;
  const start = minutesOf(from ?? '00:00');
  const end = minutesOf(until ?? '00:00');
  const isLong = (end - start + DAY_MINUTES) % DAY_MINUTES > DAY_MINUTES / 2;
  const [nowX, nowY] = pointAt(now, ARC);
  return (
    <figure className="dial">
      <figcaption className="vh">{isSet ? QUIET_TEXTS.dial(from, until) : QUIET_TEXTS.dialOff}</figcaption>
      <svg width="276" height="276" viewBox="0 0 276 276" aria-hidden="true">
        <circle className="dial__line" cx={CENTRE} cy={CENTRE} r={RIM} />
        <path className="dial__line" d={TICKS} />
        {LABELS.map(({ text, x, y }) => (
          <text key={text} className="dial__label" x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {text}
          </text>
        ))}
        <circle className="dial__faint" cx={CENTRE} cy={CENTRE} r={ARC} />
        {isSet && (
          <>
            <path
              className="dial__arc"
              d={`M${placeOf(start, ARC)}A${ARC} ${ARC} 0 ${isLong ? 1 : 0} 1 ${placeOf(end, ARC)}`}
            />
            {[start, end].map((minutes) => {
              const [x, y] = pointAt(minutes, ARC);
              return <circle key={minutes} className="dial__end" cx={x} cy={y} r="4" />;
            })}
          </>
        )}
        <path className="dial__line" d={`M${placeOf(now, 12)}L${placeOf(now, ARC - 10)}`} />
        <circle className="dial__now" cx={nowX} cy={nowY} r="3" />
        <circle className="dial__centre" cx={CENTRE} cy={CENTRE} r="2.4" />
      </svg>
    </figure>
  );
}
