import { call } from '../shared/call.js';
import { atMost, field, type FieldRules, OPTIONAL, required } from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { objectPathPart } from '../shared/parts.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  numberField,
  omittableByNull,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { literalTrue, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';
import { sizeText } from '../shared/wording.js';

export const UPLOAD_MESSAGES = phrases({
  pictureAddressRequired: 'A picture address is required.',
  addressTooLong: tooLong('An address'),
  invalidAddress: 'This address does not belong to an uploaded picture.',
  contentTypeTooLong: tooLong('A content type'),
  filenameTooLong: tooLong('A file name'),
  badSize: 'The size must be a whole number of bytes.',
  badWidth: 'The width must be a whole number of pixels, 1 or more.',
  uploadExpired: 'This upload has expired or is already complete. Start it again.',
  alreadyUsed: 'This upload is already in use.',
  imageTooLarge: ({ bytes }: { bytes: number }) => `A picture can be up to ${sizeText(bytes)}.`,
  imageType: 'A picture must be a JPEG, PNG, WebP, GIF or AVIF file.',
  imageBroken: 'This file is damaged or not a picture.',
  imageTooManyPixels: 'This picture has too many pixels. Try a smaller one.',
});

export const UPLOAD_RULES = {
  contentType: field(
    'The declared content type. The server checks the actual bytes.',
    'image/png',
    [atMost(LIMITS.mediaType.max, UPLOAD_MESSAGES.contentTypeTooLong)],
    OPTIONAL,
  ),
  pass: field(
    'From an address that a player or a download opens, in place of a session.',
    'Q0x…',
    [atMost(LIMITS.deviceToken.max, UPLOAD_MESSAGES.addressTooLong)],
    OPTIONAL,
  ),
  filename: field(
    'The file name; not stored.',
    'saturn.png',
    [atMost(LIMITS.filename.max, UPLOAD_MESSAGES.filenameTooLong)],
    OPTIONAL,
  ),
} as const satisfies Record<string, FieldRules>;

export const PICTURE_ADDRESS = field('The address of an upload by the caller.', '/objects/Zk3v…', [
  required(UPLOAD_MESSAGES.pictureAddressRequired),
  atMost(LIMITS.address.max, UPLOAD_MESSAGES.addressTooLong),
]);

export const uploadTicketSchema = object('UploadTicket', 'A one-time upload address for a picture.', {
  uploadURL: text('The address for the bytes.', { example: 'http://localhost:3000/uploads/Q0x…' }),
  method: oneOf(['PUT'], 'The HTTP method.', 'PUT'),
  objectPath: objectPathPart,
  expiresAt: timestamp('When the address stops working.'),
});
export type UploadTicket = TypeOf<typeof uploadTicketSchema>;

export const uploadBody = requestBody({
  contentType: textField(UPLOAD_RULES.contentType),
  // The service checks the maximum, because a larger size gets 413 instead of 400.
  size: omittableByNull(
    numberField('The size in bytes, if known.', {
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      message: UPLOAD_MESSAGES.badSize,
      example: 482_113,
    }),
  ),
  filename: textField(UPLOAD_RULES.filename),
});
export type UploadBody = BodyOf<typeof uploadBody>;

export const uploadedSchema = object('Uploaded', 'A completed upload.', {
  ok: literalTrue('Always true.'),
  objectPath: objectPathPart,
});
export type UploadedAnswer = TypeOf<typeof uploadedSchema>;

export const pictureBytesSchema = text('The bytes of the picture, or the requested range.', {
  format: 'binary',
});

export const normalizeBody = requestBody({
  imageUrl: textField(PICTURE_ADDRESS),
});
export const normalizedSchema = object('Normalized', 'The stored form of an object address.', {
  objectPath: objectPathPart,
});

export const createUpload = call('POST', '/objects/upload', {
  summary: 'Returns an upload address for a picture',
  description: 'The address works once and expires after 15 minutes.',
  body: { title: 'UploadDto', fields: uploadBody },
  answer: uploadTicketSchema,
  carriesSecret: true,
});

export const objectAddressSchema = object('ObjectAddress', 'An address that a browser opens itself.', {
  url: text('The address, relative to the site.', { example: '/objects/Zk3v…?pass=Q0x…' }),
  expiresAt: timestamp('When the address stops working.'),
});
export type ObjectAddress = TypeOf<typeof objectAddressSchema>;

export const createObjectAddress = call('POST', '/objects/:key/address', {
  summary: 'Returns an address by which a browser plays or stores an object',
  description:
    'For players and downloads, which send no session. It works for an hour and within the session that asked for it, for what its member may see at each read.',
  params: { key: text('The part of the path after /objects/.', { example: 'Zk3v…' }) },
  answer: objectAddressSchema,
  carriesSecret: true,
  problems: ['not_found'],
  duringMaintenance: true,
});
