import { listStaffAudit, type StaffAuditView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listOf } from '../../../api/calls.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { PageHead } from '../../../ui/page-head.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { auditSentence } from './audit-sentence.js';
import { AUDIT_TEXTS as TEXTS } from './audit.texts.js';
import { ConsoleFailure, ConsoleFrame } from './console-frame.js';

function Entry({ entry }: { entry: StaffAuditView }) {
  return (
    <li className="console__row">
      <p>{auditSentence(entry)}</p>
      <span className="small faint">
        <RelativeTime at={entry.createdAt} />
      </span>
    </li>
  );
}

function Entries() {
  const list = useInfiniteQuery({ ...listOf(listStaffAudit, {}), refetchOnMount: 'always' });
  const entries = list.data?.pages.flatMap(({ items }) => items);
  if (!entries && list.error) {
    return <ConsoleFailure error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (!entries) return <SkeletonLines text={TEXTS.loading} count={4} />;
  if (entries.length === 0) return <p className="muted">{TEXTS.empty}</p>;
  return (
    <>
      <ul className="console__rows" aria-label={TEXTS.title}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreOfList name={TEXTS.more} list={list} />
    </>
  );
}

/** What the staff of the platform and its operators did. */
export function AuditPage() {
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted">{TEXTS.text}</p>
      <Entries />
    </ConsoleFrame>
  );
}
