import { listStaffAudit, type StaffAuditView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { listOf } from '../../../api/calls.js';
import { PageHead } from '../../../ui/page-head.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { auditSentence } from './audit-sentence.js';
import { AUDIT_TEXTS as TEXTS } from './audit.texts.js';
import { ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';

function Entry({ entry }: { entry: StaffAuditView }) {
  return (
    <>
      <p>{auditSentence(entry)}</p>
      <span className="small faint">
        <RelativeTime at={entry.createdAt} />
      </span>
    </>
  );
}

/** What the staff of the platform and its operators did. */
export function AuditPage() {
  const list = useInfiniteQuery({ ...listOf(listStaffAudit, {}), refetchOnMount: 'always' });
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted">{TEXTS.text}</p>
      <ConsoleList list={list} texts={TEXTS} keyOf={({ id }) => id}>
        {(entry) => <Entry entry={entry} />}
      </ConsoleList>
    </ConsoleFrame>
  );
}
