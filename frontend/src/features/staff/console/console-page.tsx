import { NotFoundPage } from '../../site/pages/index.js';
import { AuditPage } from './audit-page.js';
import { IncidentsPage } from './incidents-page.js';
import { CONSOLE_SECTIONS } from './console.texts.js';

/** A section of the console, by default the first one. One route serves all, since every visitor loads the list of routes. */
export function ConsolePage({ section = CONSOLE_SECTIONS[0].section }: { section?: string | undefined }) {
  if (section === 'status') return <IncidentsPage />;
  if (section === 'audit') return <AuditPage />;
  return <NotFoundPage />;
}
