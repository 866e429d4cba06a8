import { atMost, field, firstViolation, LINE, OPTIONAL, readField, required } from './field-rules.js';
import { call } from './call.js';
import { isRecord } from './is-record.js';
import { ATTACHMENT, LIMITS } from './limits.js';
import { okSchema } from './ok.js';
import { objectPathPart } from './parts.js';
import { type Phrase, phrases, tooLong } from './phrases.js';
import {
  type BodyOf,
  FIELD_MESSAGES,
  idsInQuery,
  isUuid,
  numberField,
  requestBody,
  type RequestField,
  textField,
} from './request-fields.js';
import {
  flag,
  id,
  list,
  literalTrue,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from './schema.js';
import { sizeText } from './wording.js';

/** What an attachment is to its readers. The server decides it by the first bytes. */
export const ATTACHMENT_KINDS = ['picture', 'sound', 'video', 'file'] as const;
export type AttachmentKind = (typeof ATTACHMENT_KINDS)[number];

const KIND_WORDS: Readonly<Record<AttachmentKind, { one: string; many: string }>> = {
  picture: { one: 'a picture', many: 'pictures' },
  sound: { one: 'an audio file', many: 'audio files' },
  video: { one: 'a video', many: 'videos' },
  file: { one: 'a file', many: 'files' },
};

/** Returns files as a sentence names them, such as `a picture` or `3 files`. @param kinds at least one */
export function attachmentsText(kinds: readonly AttachmentKind[]): string {
  const [first = 'file', ...others] = kinds;
  const words = KIND_WORDS[others.every((kind) => kind === first) ? first : 'file'];
  return others.length === 0 ? words.one : `${kinds.length} ${words.many}`;
}

export const ATTACHMENT_MESSAGES = phrases({
  fileNameRequired: 'A file needs a name.',
  fileNameTooLong: tooLong('A file name'),
  altTooLong: tooLong('A description'),
  emptyFile: 'This file is empty.',
  fileTooLarge: ({ bytes }: { bytes: number }) => `A file can be up to ${sizeText(bytes)}.`,
  tooManyAttachments: ({ max }: { max: number }) => `You can add up to ${max} files.`,
  badAttachments: 'These files are malformed.',
  attachmentGone: 'A file is no longer there, or was sent before. Remove it and add it again.',
  wrongSize: 'The file has another size than announced. Add it again.',
  partsMissing: 'Parts of this file have not arrived. Send it again.',
});

export const ATTACHMENT_RULES = {
  name: field(
    'Its name. A path before it is left out.',
    'roof-21-16.jpg',
    [
      required(ATTACHMENT_MESSAGES.fileNameRequired),
      atMost(LIMITS.filename.max, ATTACHMENT_MESSAGES.fileNameTooLong),
    ],
    { ...LINE, fold: (name) => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) },
  ),
  alt: field(
    'What it shows or says, for those who do not see or hear it.',
    'Pencil sketch of the first path',
    [atMost(LIMITS.alt.max, ATTACHMENT_MESSAGES.altTooLong)],
    { ...OPTIONAL, ...LINE },
  ),
};

export const attachmentSchema = object('Attachment', 'A file of a message, post or reply.', {
  id: id('The attachment.'),
  kind: oneOf(
    ATTACHMENT_KINDS,
    '`picture`: readers get renditions without metadata. `sound`, `video`: played with range requests. `file`: a download.',
    'picture',
  ),
  path: objectPathPart,
  name: text('Its name.', { example: ATTACHMENT_RULES.name.example }),
  size: wholeNumber('Its size in bytes.', { minimum: 1, example: 3_250_585 }),
  alt: text('What it shows or says; empty if its author did not say.', {
    example: ATTACHMENT_RULES.alt.example,
  }),
  width: optional(wholeNumber('The width of a picture in pixels.', { minimum: 1, example: 1600 })),
  height: optional(wholeNumber('The height of a picture in pixels.', { minimum: 1, example: 1200 })),
  blurhash: optional(
    text('The placeholder of a picture while it loads (https://blurha.sh).', {
      example: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
    }),
  ),
  isAnimated: optional(literalTrue('A picture that moves if it is requested with `animated=true`.')),
});
export type AttachmentView = TypeOf<typeof attachmentSchema>;

export const uploadedAttachmentSchema = object('UploadedAttachment', 'A file that no message has yet.', {
  id: id('The attachment.'),
  name: attachmentSchema.entries.name,
  size: attachmentSchema.entries.size,
  isUploaded: flag('Whether its bytes have arrived.'),
  attachment: nullable(attachmentSchema),
});
export type UploadedAttachment = TypeOf<typeof uploadedAttachmentSchema>;

/** An attachment of a new message: the id of an upload by the author, and its description. */
export interface AttachmentRef {
  id: string;
  alt?: string;
}

const readRef = (ref: unknown): unknown =>
  isRecord(ref) && typeof ref['alt'] === 'string'
    ? { ...ref, alt: readField(ATTACHMENT_RULES.alt, ref['alt']) }
    : ref;

function refProblem(ref: unknown): Phrase | undefined {
  if (!isRecord(ref) || !isUuid(ref['id'])) return ATTACHMENT_MESSAGES.badAttachments;
  if (Object.keys(ref).some((key) => key !== 'id' && key !== 'alt'))
    return ATTACHMENT_MESSAGES.badAttachments;
  const { alt = '' } = ref;
  if (typeof alt !== 'string') return FIELD_MESSAGES.mustBeText;
  return firstViolation(ATTACHMENT_RULES.alt, alt);
}

/** The attachments of a new message, in their order. Null counts as none. */
export const attachmentsField = (): RequestField<AttachmentRef[], true> => ({
  optional: true,
  json: {
    type: ['array', 'null'],
    items: {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid', description: 'An upload of the caller that is ready.' },
        alt: {
          type: 'string',
          maxLength: LIMITS.alt.max,
          description: ATTACHMENT_RULES.alt.description,
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    maxItems: ATTACHMENT.perItem,
    description: 'Its files, in their order.',
    examples: [[{ id: '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12', alt: ATTACHMENT_RULES.alt.example }]],
  },
  read: (value) => (value === null ? undefined : Array.isArray(value) ? value.map(readRef) : value),
  problem: (value) => {
    if (!Array.isArray(value)) return ATTACHMENT_MESSAGES.badAttachments;
    if (value.length > ATTACHMENT.perItem)
      return ATTACHMENT_MESSAGES.tooManyAttachments({ max: ATTACHMENT.perItem });
    const ids = new Set(value.map((ref: unknown) => (isRecord(ref) ? ref['id'] : ref)));
    if (ids.size < value.length) return ATTACHMENT_MESSAGES.badAttachments;
    return value.map(refProblem).find((phrase) => phrase !== undefined);
  },
});

export const createAttachmentBody = requestBody({
  name: textField(ATTACHMENT_RULES.name),
  // The service checks the maximum, because a larger size gets 413 instead of 400.
  size: numberField('Its size in bytes.', {
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    message: ATTACHMENT_MESSAGES.emptyFile,
    example: 3_250_585,
  }),
});
export type CreateAttachmentBody = BodyOf<typeof createAttachmentBody>;

export const attachmentTicketSchema = object('AttachmentTicket', 'Where to send the bytes of a file.', {
  id: id('The attachment.'),
  uploadURL: text('The address for the bytes.', { example: 'http://localhost:3000/uploads/Q0x…' }),
  method: oneOf(['PUT'], 'The HTTP method.', 'PUT'),
  expiresAt: timestamp('When the address stops working.'),
  partBytes: optional(
    wholeNumber(
      'The size of a part in bytes, for a file that is larger. Such a file is sent in parts: `PUT {uploadURL}/parts/{number}`, with numbers from 1, then `POST {uploadURL}/complete`.',
      { minimum: 1, example: ATTACHMENT.partBytes },
    ),
  ),
});
export type AttachmentTicket = TypeOf<typeof attachmentTicketSchema>;

export const arrivedPartsSchema = object(
  'ArrivedParts',
  'What has arrived of a file that is sent in parts.',
  {
    partBytes: wholeNumber('The size of each part but the last one in bytes.', {
      minimum: 1,
      example: ATTACHMENT.partBytes,
    }),
    parts: list(
      wholeNumber('The number of a part, from 1.', { minimum: 1, example: 2 }),
      'The numbers of the parts that have arrived; all of them once the file is complete.',
    ),
  },
);
export type ArrivedParts = TypeOf<typeof arrivedPartsSchema>;

/** Returns the number of parts of a file. */
export const partsOf = (size: number, partBytes: number = ATTACHMENT.partBytes): number =>
  Math.ceil(size / partBytes);

/** Returns the size of a part of a file in bytes; undefined if the file has no part of that number. */
export const sizeOfPart = (
  size: number,
  number: number,
  partBytes: number = ATTACHMENT.partBytes,
): number | undefined =>
  Number.isInteger(number) && number >= 1 && number <= partsOf(size, partBytes)
    ? Math.min(partBytes, size - (number - 1) * partBytes)
    : undefined;

export const createAttachment = call('POST', '/attachments', {
  summary: 'Returns an upload address for a file of a message',
  description:
    'The address works once and expires after 15 minutes. With `partBytes`, it takes parts and expires after 24 hours. An attachment that no message claims within 24 hours is deleted.',
  status: 201,
  body: { title: 'CreateAttachmentDto', fields: createAttachmentBody },
  answer: attachmentTicketSchema,
  carriesSecret: true,
  problems: ['payload_too_large', 'quota_reached'],
});

export const listUploadedAttachments = call('GET', '/attachments', {
  summary: "Returns the caller's attachments that no message has yet",
  description:
    'Those among `ids`, in any order. Pictures are ready when their renditions are, which `attachment:ready` announces.',
  query: {
    ids: idsInQuery('The attachments.', {
      max: LIMITS.page.max,
      message: ATTACHMENT_MESSAGES.badAttachments,
    }),
  },
  answer: list(uploadedAttachmentSchema),
});

export const deleteAttachment = call('DELETE', '/attachments/:id', {
  summary: 'Deletes an attachment that no message has yet',
  params: { id: id('The attachment.') },
  answer: okSchema,
  problems: ['not_found'],
});
