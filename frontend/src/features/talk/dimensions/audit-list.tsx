import type { ServerAuditView } from '@oniverse/contracts';
import { plainNames } from '../../../ui/member-name.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { AUDIT_SENTENCES, AUDIT_TEXTS as TEXTS } from './audit.texts.js';
import { StaffList } from './staff-list.js';
import { useAudit } from './staff.queries.js';

const nameOf = (member: ServerAuditView['actor']): string => (member ? plainNames(member) : TEXTS.departed);

function Entry({ entry }: { entry: ServerAuditView }) {
  const { kind, actor, subject, detail, createdAt } = entry;
  return (
    <li className="staff__row">
      <p className="staff__text">
        {AUDIT_SENTENCES[kind]({
          actor: detail.isBySite ? TEXTS.site : nameOf(actor),
          subject: nameOf(subject),
          detail,
        })}
        {detail.reason !== undefined && (
          <span className="small muted" dir="auto">
            {detail.reason}
          </span>
        )}
      </p>
      <span className="small faint">
        <RelativeTime at={createdAt} />
      </span>
    </li>
  );
}

/** What the staff of a dimension did. */
export function AuditList({ serverId }: { serverId: string }) {
  const entries = useAudit(serverId);
  return (
    <StaffList list={entries} label={TEXTS.title} loading={TEXTS.loading} empty={TEXTS.empty}>
      {(entry) => <Entry key={entry.id} entry={entry} />}
    </StaffList>
  );
}
