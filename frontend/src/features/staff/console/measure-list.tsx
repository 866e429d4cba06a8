import type { TakenMeasure } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { formatDate } from '../../../ui/dates.js';
import { memberName } from '../../../ui/member-name.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { MEASURE_TEXTS as TEXTS } from './cases.texts.js';

/** Returns what a measure is called, such as `Suspension until 5 December 2026`. */
export function measureName({ kind, until, subject }: TakenMeasure): string {
  if (kind === 'suspended') {
    return `${TEXTS.kinds.suspended} ${until === null ? TEXTS.noEnd : TEXTS.until(formatDate(new Date(until)))}`;
  }
  return subject ? `${TEXTS.kinds[kind]}: ${subject.kind}` : TEXTS.kinds[kind];
}

interface MeasureListProps {
  measures: readonly TakenMeasure[];
  /** What can be done about one. */
  action?: (measure: TakenMeasure) => ReactNode;
}

/** Measures against a member, with their reasons. */
export function MeasureList({ measures, action }: MeasureListProps) {
  return (
    <ul>
      {measures.map((measure) => (
        <li key={measure.id} className="measure">
          <p>
            {measureName(measure)}
            <span className="small muted">
              {' '}
              {REASON_TEXTS[measure.rule].toLowerCase()}
              {measure.endedAt !== null && `, ${TEXTS.ended}`}
            </span>
          </p>
          <p className="small muted" dir="auto">
            {measure.reason}
          </p>
          <p className="tiny faint">
            {measure.takenBy && `${TEXTS.by(memberName(measure.takenBy))} `}
            <RelativeTime at={measure.createdAt} />
          </p>
          {action?.(measure)}
        </li>
      ))}
    </ul>
  );
}
