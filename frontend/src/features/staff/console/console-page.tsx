import { NotFoundPage } from '../../site/pages/index.js';
import { AppealsPage } from './appeals-page.js';
import { AuditPage } from './audit-page.js';
import { CONSOLE_SECTIONS } from './console.texts.js';
import { MembersPage } from './members-page.js';
import { ReportsPage } from './reports-page.js';
import { WavesPage } from './waves-page.js';

/** A section of the console, by default the first one. One route serves all, since every visitor loads the list of routes. */
export function ConsolePage({ section = CONSOLE_SECTIONS[0].section }: { section?: string | undefined }) {
  if (section === 'reports') return <ReportsPage />;
  if (section === 'members') return <MembersPage />;
  if (section === 'spam') return <WavesPage />;
  if (section === 'appeals') return <AppealsPage />;
  if (section === 'audit') return <AuditPage />;
  return <NotFoundPage />;
}
