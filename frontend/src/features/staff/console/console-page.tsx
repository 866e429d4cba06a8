import type { ComponentType } from 'react';
import { NotFoundPage } from '../../site/pages/index.js';
import { AnnouncementsPage } from './announcements-page.js';
import { AppealsPage } from './appeals-page.js';
import { AuditPage } from './audit-page.js';
import { CONSOLE_SECTIONS } from './console.texts.js';
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
  appeals: AppealsPage,
  dimensions: PublicDimensionsPage,
  announcements: AnnouncementsPage,
  waitlist: WaitlistPage,
  registration: RegistrationPage,
  storage: StoragePage,
  staff: TeamPage,
  audit: AuditPage,
};

/** A section of the console, by default the first one. One route serves all, since every visitor loads the list of routes. */
export function ConsolePage({ section = CONSOLE_SECTIONS[0].section }: { section?: string | undefined }) {
  const known = CONSOLE_SECTIONS.find((each) => each.section === section);
  const Page = known ? PAGES[known.section] : NotFoundPage;
  return <Page />;
}
