import { INCIDENT_DAYS, type IncidentView } from '@oniverse/contracts';
import { daysBetween, formatDay } from '../../../ui/dates.js';
import { STATUS_TEXTS as TEXTS } from './status.texts.js';

const DAY_MS = 86_400_000;
const WEEK = 7;
const LINE_Y = 24;
const DAYS_AGO = Array.from({ length: INCIDENT_DAYS }, (_, ago) => ago);

/** Returns where a day stands on the rule. @param ago days before today */
const placeOf = (ago: number): string => `${0.5 + (99 * (INCIDENT_DAYS - 1 - ago)) / (INCIDENT_DAYS - 1)}%`;

/** The days of the last two months with a mark for each incident. The list below it has the same in words. */
export function IncidentRule({ incidents, now }: { incidents: readonly IncidentView[]; now: number }) {
  const marks = incidents.flatMap(({ id, state, startedAt }) => {
    const ago = Math.max(0, daysBetween(Date.parse(startedAt), now));
    return ago < INCIDENT_DAYS ? [{ id, state, place: placeOf(ago) }] : [];
  });
  return (
    <div>
      <p className="vh">{TEXTS.figure(marks.length)}</p>
      <svg height="34" width="100%" aria-hidden="true">
        <line className="c-line" x1="0" x2="100%" y1={LINE_Y} y2={LINE_Y} />
        {DAYS_AGO.map((ago) => (
          <line
            key={ago}
            className="c-line"
            x1={placeOf(ago)}
            x2={placeOf(ago)}
            y1={LINE_Y}
            y2={LINE_Y + (ago % WEEK === 0 ? 9 : 5)}
          />
        ))}
        {marks.map(({ id, state, place }) => (
          <g key={id} className={`status__mark is-${state}`}>
            <line x1={place} x2={place} y1={LINE_Y} y2={LINE_Y - 14} />
            <circle cx={place} cy="5" r="3" />
          </g>
        ))}
      </svg>
      <div className="status__ends small faint" aria-hidden="true">
        <span>{formatDay(now - (INCIDENT_DAYS - 1) * DAY_MS)}</span>
        <span>{TEXTS.today}</span>
      </div>
    </div>
  );
}
