import type { TakenMeasure } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { formatDate } from '../../../ui/dates.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { MEASURE_TEXTS as TEXTS } from './cases.texts.js';
import { useEndMeasure } from './members.queries.js';
import { MEMBERS_TEXTS } from './members.texts.js';

/** Returns what a measure is called, such as `Suspension until 5 December 2026`. */
export function measureName({ kind, until, subject }: TakenMeasure): string {
  if (kind === 'suspended') {
    return `${TEXTS.kinds.suspended} ${until === null ? TEXTS.noEnd : TEXTS.until(formatDate(new Date(until)))}`;
  }
  return subject ? `${TEXTS.kinds[kind]}: ${subject.kind}` : TEXTS.kinds[kind];
}

/** Ends a measure, such as one that was taken by mistake. */
function TakeBack({ measure, onDone }: { measure: TakenMeasure; onDone: () => void }) {
  const { mutate, isPending, failure } = useEndMeasure(() => {
    showToast({ title: MEMBERS_TEXTS.takenBack });
    onDone();
  });
  return (
    <>
      <Button
        small
        aria-label={MEMBERS_TEXTS.takeBackName(measureName(measure))}
        pending={isPending && MEMBERS_TEXTS.takingBack}
        onClick={() => mutate(measure.id)}
      >
        {MEMBERS_TEXTS.takeBack}
      </Button>
      {failure !== undefined && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
    </>
  );
}

interface MeasureListProps {
  measures: readonly TakenMeasure[];
  /** Set for staff who may end them: called after one was. */
  onTakenBack?: () => void;
}

/** Measures against a member, with their reasons. */
export function MeasureList({ measures, onTakenBack }: MeasureListProps) {
  return (
    <ul>
      {measures.map((measure) => (
        <li key={measure.id} className="console__entry">
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
            {measure.takenBy && `${TEXTS.by(measure.takenBy.username)} `}
            <RelativeTime at={measure.createdAt} />
          </p>
          {onTakenBack && measure.endedAt === null && <TakeBack measure={measure} onDone={onTakenBack} />}
        </li>
      ))}
    </ul>
  );
}
