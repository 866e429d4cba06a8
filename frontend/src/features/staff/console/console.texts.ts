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

/** The sections of the console, in the order of its navigation. */
export const CONSOLE_SECTIONS = [
  { section: 'reports', title: 'Reports' },
  { section: 'members', title: 'Members' },
  { section: 'appeals', title: 'Appeals' },
  { section: 'status', title: 'Status' },
  { section: 'audit', title: 'Audit log' },
] as const;
