/** Says that a conversation waits to be read. */
export const DIRECT_UNREAD = 'unread direct messages';

/** The links to the member's own pages, which load after the first page. */
export const MEMBER_LINKS = [
  { to: '/profile', title: 'Profile' },
  { to: '/direct/{-$conversationId}', title: 'Direct' },
  { to: '/album', title: 'Album' },
  { to: '/archive', title: 'Archive' },
  { to: '/t/{-$tag}', title: 'Tags' },
  { to: '/kept', title: 'Kept' },
  { to: '/scheduled', title: 'Scheduled' },
  { to: '/settings', title: 'Settings' },
] as const;

/** For the staff of the platform. */
export const STAFF_LINK = { to: '/console/{-$section}', title: 'Console' } as const;
