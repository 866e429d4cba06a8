export const ANNOUNCEMENT_TEXTS = {
  label: 'Announcement',
  details: 'Details',
  putAway: 'Put away',
} as const;
