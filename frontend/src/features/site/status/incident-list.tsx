import type { IncidentView } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.js';
import { daysBetween, formatClock, formatMoment, formatShortDay } from '../../../ui/dates.js';
import { useNow } from '../../../ui/now.js';
import { STATUS_TEXTS as TEXTS } from './status.texts.js';

/** Returns the time of today, or the day of an earlier moment. */
const shortTime = (at: number, now: number): string =>
  daysBetween(at, now) === 0 ? formatClock(at) : formatShortDay(at);

function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(Date.parse(at))}>
      {shortTime(Date.parse(at), now)}
    </time>
  );
}

interface IncidentListProps {
  incidents: readonly IncidentView[];
  /** What staff can do with an incident. */
  children?: (incident: IncidentView) => ReactNode;
}

/** Incidents with what staff wrote about them, newest first. */
export function IncidentList({ incidents, children }: IncidentListProps) {
  if (incidents.length === 0) return <p className="muted">{TEXTS.none}</p>;
  return (
    <ol className="status__incidents" aria-label={TEXTS.incidents}>
      {incidents.map((incident) => (
        <li key={incident.id}>
          <span className="small faint">
            <Moment at={incident.startedAt} />
          </span>
          <div>
            <p dir="auto">
              <b>{incident.title}</b>{' '}
              {incident.endedAt === null && (
                <Badge filled tone="warm">
                  {TEXTS.open}
                </Badge>
              )}
            </p>
            {incident.notes.map(({ id, text, createdAt }) => (
              <p key={id} className="status__note" dir="auto">
                <span className="faint">
                  <Moment at={createdAt} />
                </span>{' '}
                {text}
              </p>
            ))}
            {children?.(incident)}
          </div>
        </li>
      ))}
    </ol>
  );
}
