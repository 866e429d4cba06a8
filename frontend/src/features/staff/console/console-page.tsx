import type { ComponentType } from 'react';
import { AccessDenied } from '../../../frame/access-denied.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { NotFoundPage } from '../../site/pages/index.js';
import { AnnouncementsPage } from './announcements-page.js';
import { AppealsPage } from './appeals-page.js';
import { AuditPage } from './audit-page.js';
import { CONSOLE_SECTIONS, CONSOLE_TEXTS as TEXTS } from './console.texts.js';
import { IncidentsPage } from './incidents-page.js';
import { MembersPage } from './members-page.js';
import { PublicDimensionsPage } from './public-dimensions-page.js';
import { RegistrationPage } from './registration-page.js';
import { ReportsPage } from './reports-page.js';
import { StoragePage } from './storage-page.js';
import { TeamPage } from './team-page.js';
import { WaitlistPage } from './waitlist-page.js';
import { WavesPage } from './waves-page.js';

const PAGES: Record<(typeof CONSOLE_SECTIONS)[number]['section'], ComponentType> = {
  reports: ReportsPage,
  members: MembersPage,
  spam: WavesPage,
  dimensions: PublicDimensionsPage,
  appeals: AppealsPage,
  announcements: AnnouncementsPage,
  status: IncidentsPage,
  waitlist: WaitlistPage,
  registration: RegistrationPage,
  storage: StoragePage,
  staff: TeamPage,
  audit: AuditPage,
};

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
  const known = CONSOLE_SECTIONS.find((each) => each.section === section);
  const Page = known ? PAGES[known.section] : NotFoundPage;
  return <Page />;
}
