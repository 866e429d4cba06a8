import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, clearable, numberField, requestBody, textField } from '../shared/request-fields.js';
import { filter } from '../shared/rules.js';
import { flag, id, list, object, type TypeOf, wholeNumber } from '../shared/schema.js';
import { grouped } from '../shared/text.js';

/** Bounds of a limit of storage, in MB. */
export const STORAGE_LIMIT = { min: 1, max: 10_000_000 } as const;

export const STORAGE_MESSAGES = phrases({
  badStorageLimit: `A limit is a whole number of MB from ${STORAGE_LIMIT.min} to ${grouped(STORAGE_LIMIT.max)}.`,
});

const bytes = (description: string) => wholeNumber(description, { example: 18_874_368 });

export const storageUsageSchema = object('StorageUsage', 'What a member stores.', {
  userId: id('The member.'),
  ...authorSchema.entries,
  pictures: wholeNumber('The number of pictures in the album.', { example: 31 }),
  pictureBytes: bytes('What the originals of the album take.'),
  pictureLimit: bytes('What they may take.'),
  hasOwnPictureLimit: flag("Whether that limit is the member's own, not that of everyone.", false),
  attachmentBytes: bytes('What the files of messages, posts and replies take.'),
  attachmentLimit: bytes('What they may take.'),
  hasOwnAttachmentLimit: flag("Whether that limit is the member's own, not that of everyone.", false),
});
export type StorageUsage = TypeOf<typeof storageUsageSchema>;

export const storageQuery = requestBody({
  ...pageQuery,
  q: textField(filter('Only the member with this Oni ID.', 'vesper')),
});

const limitField = (description: string) =>
  clearable(
    numberField(description, { ...STORAGE_LIMIT, message: STORAGE_MESSAGES.badStorageLimit, example: 500 }),
  );

/** `PATCH /api/staff/storage/{userId}`: an absent limit stays unchanged; null is that of everyone. */
export const storageLimitBody = requestBody({
  pictureMegabytes: limitField('What the originals of the album may take, in MB.'),
  attachmentMegabytes: limitField('What the files of messages, posts and replies may take, in MB.'),
});
export type StorageLimitBody = BodyOf<typeof storageLimitBody>;

export const listStorage = call('GET', '/staff/storage', {
  summary: 'Lists what members store, largest first',
  description:
    'For the administrators of the platform. Members who store nothing are found by their Oni ID only.',
  access: 'admins',
  query: storageQuery,
  answer: list(storageUsageSchema),
});

export const limitStorage = call('PATCH', '/staff/storage/:userId', {
  summary: 'Gives a member a limit of storage of their own, or that of everyone',
  description: 'For the administrators of the platform. What is stored already stays.',
  access: 'admins',
  params: { userId: id('The member.') },
  body: { title: 'StorageLimitDto', fields: storageLimitBody },
  answer: storageUsageSchema,
  problems: ['not_found'],
});
