import './measures.css';
import { listMeasures, type MeasureView, reportSubject } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, listOf } from '../../../api/calls.js';
import { useHintedRefetch } from '../../../live/use-hinted-refetch.js';
import { Failure } from '../../../ui/failure.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Section } from '../../../ui/section.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { DECISION_TEXTS, MEASURES_TEXTS as TEXTS } from './measures.texts.js';

const QUERY = listOf(listMeasures, {});
const ADDRESS = addressOf(listMeasures);
const EVENTS = ['account:changed'] as const;

function Appeal({ appeal }: { appeal: NonNullable<MeasureView['appeal']> }) {
  const { text, decision, reason } = appeal;
  return (
    <div className="small">
      <p className="faint measure__text" dir="auto">
        {TEXTS.appeal} “{text}”
      </p>
      <p>{decision === null ? TEXTS.undecided : DECISION_TEXTS[decision]}</p>
      {reason !== null && (
        <p className="muted measure__text" dir="auto">
          {reason}
        </p>
      )}
    </div>
  );
}

function Measure({ measure }: { measure: MeasureView }) {
  const { kind, rule, reason, until, subject, createdAt, endedAt, appeal } = measure;
  return (
    <li className="measure">
      <p className="h4">{TEXTS.kinds[kind]}</p>
      <p className="small muted">
        {REASON_TEXTS[rule]} · <RelativeTime at={createdAt} />
      </p>
      <p className="measure__text" dir="auto">
        {reason}
      </p>
      {subject && (
        <p className="small muted" dir="auto">
          {TEXTS.hid(reportSubject(subject.kind, subject.title))}
        </p>
      )}
      {endedAt !== null && <p className="small faint">{TEXTS.ended(new Date(endedAt))}</p>}
      {endedAt === null && until !== null && <p className="small faint">{TEXTS.until(new Date(until))}</p>}
      {appeal && <Appeal appeal={appeal} />}
    </li>
  );
}

/** What the staff of the platform did against the member, newest first, in the settings. */
export default function YourMeasures() {
  useHintedRefetch(ADDRESS, EVENTS);
  const list = useInfiniteQuery({ ...QUERY, refetchOnMount: 'always' });
  const measures = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={TEXTS.title}>
      {!measures && !list.isError && <SkeletonLines text={TEXTS.loading} count={1} />}
      {!measures && list.isError && <Failure text={TEXTS.failed} onRetry={() => void list.refetch()} />}
      {measures?.length === 0 && <p className="faint">{TEXTS.none}</p>}
      {measures && measures.length > 0 && (
        <>
          <p className="muted">{TEXTS.lead}</p>
          <ul aria-label={TEXTS.title}>
            {measures.map((measure) => (
              <Measure key={measure.id} measure={measure} />
            ))}
          </ul>
        </>
      )}
      <MoreOfList name={TEXTS.more} list={list} />
    </Section>
  );
}
