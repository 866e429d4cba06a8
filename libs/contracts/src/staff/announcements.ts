import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { atMost, field, LINE, matches, OPTIONAL, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField, timeField } from '../shared/request-fields.js';
import { id, list, nullable, object, timestamp, type TypeOf } from '../shared/schema.js';
import { announcementSchema } from '../site/announcements.js';

/** In Unicode characters: the banner has one line on a wide screen. */
export const ANNOUNCEMENT_LIMITS = {
  title: { max: 80 },
  text: { max: 160 },
  link: { max: 500 },
} as const;

export const ANNOUNCEMENT_MESSAGES = phrases({
  announcementTitleRequired: 'Please enter what it is about.',
  announcementTitleTooLong: tooLong('A title'),
  announcementTextTooLong: tooLong('A text'),
  announcementLinkTooLong: tooLong('An address'),
  badAnnouncementLink: 'An address starts with https:// or, on this site, with /.',
  announcementEndsFirst: 'The end must be after the start, and not over yet.',
});

/** An address elsewhere, or a path that cannot be read as another host. */
const LINK = /^(?:https:\/\/[^\s/?#@"<>\\]+[^\s"<>\\]*|\/(?![/\\])[^\s"<>\\]*)$/u;

export const ANNOUNCEMENT_RULES = {
  title: field(
    'What it is about, in a few words.',
    'Maintenance tonight, 03:00 to 03:20 UTC.',
    [
      required(ANNOUNCEMENT_MESSAGES.announcementTitleRequired),
      atMost(ANNOUNCEMENT_LIMITS.title.max, ANNOUNCEMENT_MESSAGES.announcementTitleTooLong),
    ],
    LINE,
  ),
  text: field(
    'More about it.',
    'You can read. Messages wait on your device.',
    [atMost(ANNOUNCEMENT_LIMITS.text.max, ANNOUNCEMENT_MESSAGES.announcementTextTooLong)],
    { ...OPTIONAL, ...LINE },
  ),
  link: field(
    'Where to read on: an address or a path of this site.',
    '/instructions',
    [
      atMost(ANNOUNCEMENT_LIMITS.link.max, ANNOUNCEMENT_MESSAGES.announcementLinkTooLong),
      matches(LINK, ANNOUNCEMENT_MESSAGES.badAnnouncementLink),
    ],
    OPTIONAL,
  ),
} as const;

export const announcementBody = requestBody({
  title: textField(ANNOUNCEMENT_RULES.title),
  text: textField(ANNOUNCEMENT_RULES.text),
  link: textField(ANNOUNCEMENT_RULES.link),
  startsAt: timeField('When it appears.'),
  endsAt: timeField('When it disappears.'),
});
export type AnnouncementBody = BodyOf<typeof announcementBody>;

export const listedAnnouncementSchema = object('ListedAnnouncement', 'An announcement, with who made it.', {
  ...announcementSchema.entries,
  createdBy: nullable(authorSchema),
  createdAt: timestamp('When it was made.'),
});
export type ListedAnnouncement = TypeOf<typeof listedAnnouncementSchema>;

const announcement = { id: id('The announcement.') };
const body = { title: 'AnnouncementDto', fields: announcementBody };

export const listAnnouncements = call('GET', '/staff/announcements', {
  summary: 'Lists announcements, newest first',
  description: 'For the staff of the platform.',
  access: 'moderators',
  query: pageQuery,
  answer: list(listedAnnouncementSchema),
});

export const createAnnouncement = call('POST', '/staff/announcements', {
  summary: 'Announces something to everyone',
  description:
    'For the staff of the platform. Of several that run at the same time, the one that started last is shown.',
  access: 'moderators',
  status: 201,
  body,
  answer: announcementSchema,
});

export const updateAnnouncement = call('PUT', '/staff/announcements/:id', {
  summary: 'Replaces an announcement',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: announcement,
  body,
  answer: announcementSchema,
  problems: ['not_found'],
});

export const deleteAnnouncement = call('DELETE', '/staff/announcements/:id', {
  summary: 'Deletes an announcement',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: announcement,
  answer: okSchema,
  problems: ['not_found'],
});
