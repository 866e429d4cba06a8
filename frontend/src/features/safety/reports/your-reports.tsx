import './reports.css';
import { reportResultText, reportSubject, type ReportView } from '@oniverse/contracts';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Section } from '../../../ui/section.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useReports } from './reports.queries.js';
import { REASON_TEXTS, YOUR_REPORTS_TEXTS as TEXTS } from './reports.texts.js';

const STARS = [
  { x: 50, y: 66, r: 1.8 },
  { x: 84, y: 34, r: 2.6 },
  { x: 116, y: 70, r: 1.6 },
] as const;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Report({ report }: { report: ReportView }) {
  const { kind, title, reason, note, createdAt, result } = report;
  return (
    <li className="report">
      <p className="report__head">
        <span dir="auto">{capitalised(reportSubject(kind, title))}</span>
        <span className={result === null ? 'tiny warm' : 'tiny faint'}>
          {result === null ? TEXTS.open : TEXTS.closed}
        </span>
      </p>
      <p className="small muted">
        {REASON_TEXTS[reason]} · <RelativeTime at={createdAt} />
      </p>
      {note !== null && (
        <p className="small faint" dir="auto">
          “{note}”
        </p>
      )}
      {result !== null && <p className="report__result">{reportResultText(kind, result)}</p>}
    </li>
  );
}

/** What the member reported, newest first, with the results. */
export default function YourReports() {
  const list = useReports();
  const { items: reports, isError, refetch } = list;
  if (!reports) {
    return (
      <Section title={TEXTS.title}>
        {isError ? (
          <Failure text={TEXTS.failed} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines text={TEXTS.loading} />
        )}
      </Section>
    );
  }
  if (reports.length === 0)
    return <EmptyState title={TEXTS.empty} text={TEXTS.emptyText} stars={STARS} edges={[]} />;
  return (
    <Section title={TEXTS.title}>
      <p className="muted report__lead">{TEXTS.lead}</p>
      <ul aria-label={TEXTS.title}>
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      <MoreOfList name={TEXTS.more} list={list} />
    </Section>
  );
}
