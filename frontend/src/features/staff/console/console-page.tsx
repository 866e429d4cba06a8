import { AccessDenied } from '../../../frame/access-denied.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { NotFoundPage } from '../../site/pages/index.js';
import { AppealsPage } from './appeals-page.js';
import { AuditPage } from './audit-page.js';
import { CONSOLE_SECTIONS, CONSOLE_TEXTS as TEXTS } from './console.texts.js';
import { IncidentsPage } from './incidents-page.js';
import { MembersPage } from './members-page.js';
import { ReportsPage } from './reports-page.js';

/**
 * A section of the console, by default the first one. The server decides who may do what; this shows it to staff only. One route
 * serves all sections, because every visitor loads the list of routes.
 */
export function ConsolePage({ section = CONSOLE_SECTIONS[0].section }: { section?: string | undefined }) {
  const { status, user } = useSession();
  if (status === 'loading') return <PageFrame>{null}</PageFrame>;
  if (user === null || user.staffRole === null) {
    return (
      <PageFrame>
        <AccessDenied text={TEXTS.denied} />
      </PageFrame>
    );
  }
  if (section === 'reports') return <ReportsPage />;
  if (section === 'members') return <MembersPage />;
  if (section === 'appeals') return <AppealsPage />;
  if (section === 'status') return <IncidentsPage />;
  if (section === 'audit') return <AuditPage />;
  return <NotFoundPage />;
}
