import type { StaffRole } from '@oniverse/contracts';

export const CONSOLE_TEXTS = {
  title: 'Console',
  sections: 'Console',
  roles: { moderator: 'moderator', admin: 'admin' } satisfies Record<StaffRole, string>,
  denied: 'The console is for the staff of this site.',
  factor: {
    title: 'Staff need a second factor.',
    text: 'A password alone does not open the console. Add a passkey or an authenticator app, and come back.',
    link: 'Set up a second factor',
  },
} as const;

/** How long a search waits for more to be typed. */
export const SEARCH_DELAY_MS = 250;

/** The sections of the console and who may open them, in the order of its navigation. */
export const CONSOLE_SECTIONS = [
  { section: 'reports', title: 'Reports', role: 'moderator' },
  { section: 'members', title: 'Members', role: 'moderator' },
  { section: 'spam', title: 'Spam', role: 'moderator' },
  { section: 'dimensions', title: 'Dimensions', role: 'moderator' },
  { section: 'appeals', title: 'Appeals', role: 'moderator' },
  { section: 'announcements', title: 'Announcements', role: 'moderator' },
  { section: 'status', title: 'Status', role: 'moderator' },
  { section: 'waitlist', title: 'Waitlist', role: 'moderator' },
  { section: 'registration', title: 'Registration', role: 'admin' },
  { section: 'storage', title: 'Storage', role: 'admin' },
  { section: 'staff', title: 'Staff', role: 'admin' },
  { section: 'audit', title: 'Audit log', role: 'moderator' },
] as const satisfies readonly { section: string; title: string; role: StaffRole }[];
