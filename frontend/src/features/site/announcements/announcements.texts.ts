export const ANNOUNCEMENT_TEXTS = {
  label: 'Announcement',
  details: 'Details',
  putAway: 'Put away',
  readOnly: (end: string | undefined) =>
    `Read only for maintenance${end === undefined ? '' : ` until ${end}`}.`,
  planned: (span: string) => `Maintenance ${span}.`,
  waits: 'Messages wait on your device and are sent afterwards.',
  willWait: 'You can read. Messages wait on your device and are sent afterwards.',
} as const;
