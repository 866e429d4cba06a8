import { call } from '../shared/call.js';
import { added, id, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { maintenanceSchema } from './maintenance.js';

const ANNOUNCEMENT_PARTS = {
  id: id('The announcement.'),
  title: text('What it is about, in a few words.', { example: 'Maintenance tonight, 03:00 to 03:20 UTC.' }),
  text: nullable(text('More about it.', { example: 'You can read. Messages wait on your device.' })),
  link: nullable(text('Where to read on: an address or a path of this site.', { example: '/instructions' })),
  startsAt: timestamp('When it appears.'),
  endsAt: timestamp('When it disappears.'),
};

export const announcementSchema = object(
  'Announcement',
  'What the staff of the platform announce to everyone.',
  ANNOUNCEMENT_PARTS,
);
export type AnnouncementView = TypeOf<typeof announcementSchema>;

/** There is one at a time: the one that started last. */
export const currentAnnouncementSchema = object(
  'CurrentAnnouncement',
  'What is announced now, and the maintenance that runs or comes next.',
  {
    announcement: nullable(announcementSchema),
    maintenance: added(nullable(maintenanceSchema), null),
  },
);
export type CurrentAnnouncement = TypeOf<typeof currentAnnouncementSchema>;

export const getAnnouncement = call('GET', '/announcement', {
  summary: 'Returns what is announced to everyone now',
  access: 'public',
  answer: currentAnnouncementSchema,
});
