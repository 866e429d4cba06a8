import { objectPathPart } from './parts.js';
import { timestamp, object, oneOf, text, type TypeOf, literalTrue } from './schema.js';

export const uploadTicketSchema = object('UploadTicket', 'A one-time upload address for a picture.', {
  uploadURL: text('The address for the bytes.', { example: 'http://localhost:3000/uploads/Q0x…' }),
  method: oneOf(['PUT'], 'The HTTP method.', 'PUT'),
  objectPath: objectPathPart,
  expiresAt: timestamp('When the address stops working.'),
});
export type UploadTicket = TypeOf<typeof uploadTicketSchema>;

export interface UploadBody {
  contentType?: string;
  /** In bytes. */
  size?: number;
  filename?: string;
}

export const uploadedSchema = object('Uploaded', 'A completed upload.', {
  ok: literalTrue('Always true.'),
  objectPath: objectPathPart,
});
export type UploadedAnswer = TypeOf<typeof uploadedSchema>;

export const pictureBytesSchema = text('The bytes of the picture, or the requested range.', {
  format: 'binary',
});

export interface NormalizeBody {
  imageUrl: string;
}

export const normalizedSchema = object('Normalized', 'The stored form of an object address.', {
  objectPath: objectPathPart,
});
export type NormalizedAnswer = TypeOf<typeof normalizedSchema>;
