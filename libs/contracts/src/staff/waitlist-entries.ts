import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { requestBody, textField } from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import { id, list, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { registrationInviteSchema } from './registration.js';

export const WAITLIST_ENTRY_MESSAGES = phrases({
  waitlistJoined: 'Someone already registered with an invitation of this entry.',
});

export const waitlistEntrySchema = object('WaitlistEntry', 'Someone who waits for an account.', {
  id: id('The entry.'),
  email: text('The address.', { example: 'vesper@example.org' }),
  oniId: nullable(text('The Oni ID that is reserved for the address.', { example: 'vesper' })),
  createdAt: timestamp('Since when.'),
  invitedAt: nullable(timestamp('When it was invited last.')),
  inviteExpiresAt: nullable(timestamp('When that invitation stops working.')),
  joinedAt: nullable(timestamp('When someone registered with the invitation.')),
});
export type WaitlistEntryView = TypeOf<typeof waitlistEntrySchema>;

export const waitlistEntriesQuery = requestBody({
  ...pageQuery,
  q: textField(filter('Only the entry with this address or Oni ID.', 'vesper@example.org')),
});

const entry = { id: id('The entry.') };

export const listWaitlist = call('GET', '/staff/waitlist', {
  summary: 'Lists the waitlist, who waited longest first',
  description: 'For the staff of the platform. The audit log has each look.',
  access: 'moderators',
  query: waitlistEntriesQuery,
  answer: list(waitlistEntrySchema),
});

export const inviteFromWaitlist = call('POST', '/staff/waitlist/:id/invite', {
  summary: 'Invites someone from the waitlist',
  description:
    'For the staff of the platform. Mails the code, or returns it once if this site cannot mail. It replaces an earlier invitation of the entry.',
  access: 'moderators',
  status: 201,
  params: entry,
  answer: registrationInviteSchema,
  carriesSecret: true,
  problems: ['not_found', 'already_used'],
});

export const removeFromWaitlist = call('DELETE', '/staff/waitlist/:id', {
  summary: 'Removes an entry from the waitlist, with its invitation and its claim on an Oni ID',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: entry,
  answer: okSchema,
  problems: ['not_found'],
});
