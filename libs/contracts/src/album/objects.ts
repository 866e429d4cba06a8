import { objectPathPart } from '../shared/parts.js';
import { MESSAGES } from '../shared/problems.js';
import {
  type BodyOf,
  numberField,
  omittableByNull,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { RULES } from '../shared/rules.js';
import { timestamp, object, oneOf, text, type TypeOf, literalTrue } from '../shared/schema.js';

export const uploadTicketSchema = object('UploadTicket', 'A one-time upload address for a picture.', {
  uploadURL: text('The address for the bytes.', { example: 'http://localhost:3000/uploads/Q0x…' }),
  method: oneOf(['PUT'], 'The HTTP method.', 'PUT'),
  objectPath: objectPathPart,
  expiresAt: timestamp('When the address stops working.'),
});
export type UploadTicket = TypeOf<typeof uploadTicketSchema>;

export const uploadBody = requestBody({
  contentType: textField(RULES.upload.contentType),
  // The service checks the maximum, because a larger size gets 413 instead of 400.
  size: omittableByNull(
    numberField('The size in bytes, if known.', {
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      message: MESSAGES.badSize,
      example: 482_113,
    }),
  ),
  filename: textField(RULES.upload.filename),
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
  imageUrl: textField(RULES.image.imageUrl),
});
export const normalizedSchema = object('Normalized', 'The stored form of an object address.', {
  objectPath: objectPathPart,
});
export type NormalizedAnswer = TypeOf<typeof normalizedSchema>;
