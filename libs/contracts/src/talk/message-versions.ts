import { call } from '../shared/call.js';
import { id, list, object, text, timestamp, type TypeOf } from '../shared/schema.js';

/** How many earlier texts of a message are kept, and for how many days. */
export const MESSAGE_VERSIONS = { most: 50, days: 30 } as const;

export const messageVersionSchema = object('MessageVersion', 'An earlier text of a message.', {
  id: id('The version.'),
  content: text('The text.', { example: 'Look nroth at ten.' }),
  writtenAt: timestamp('When it was written.'),
});
export type MessageVersionView = TypeOf<typeof messageVersionSchema>;

export const messageVersionsSchema = object('MessageVersions', 'The earlier texts of a message.', {
  versions: list(messageVersionSchema, 'Newest first.'),
});

export const getMessageVersions = call('GET', '/messages/:id/versions', {
  summary: 'Returns the earlier texts of a message',
  description: `For its author, and for the moderators and the owner of the dimension. The newest ${MESSAGE_VERSIONS.most} are kept for ${MESSAGE_VERSIONS.days} days; all go with the message.`,
  params: { id: id('The message.') },
  answer: messageVersionsSchema,
  problems: ['not_found', 'forbidden', 'not_a_member'],
});
