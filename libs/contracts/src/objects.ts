import { objectPathPart } from './parts.js';
import { moment, object, oneOf, text, type TypeOf, yes } from './schema.js';

/** Where a picture may be sent, once. */
export const uploadTicketSchema = object('UploadTicket', 'Where a picture may be sent, once.', {
  uploadURL: text('The address to send the bytes to.', { example: 'http://localhost:3000/uploads/Q0x…' }),
  method: oneOf(['PUT'], 'The method to send them with.', 'PUT'),
  objectPath: objectPathPart,
  expiresAt: moment('When the address stops working.'),
});
export type UploadTicket = TypeOf<typeof uploadTicketSchema>;

/** `POST /api/objects/upload` */
export interface UploadBody {
  contentType?: string;
  /** Bytes. */
  size?: number;
  filename?: string;
}

/** What an upload answers. */
export const uploadedSchema = object('Uploaded', 'A picture that arrived whole.', {
  ok: yes('Always true.'),
  objectPath: objectPathPart,
});
export type UploadedAnswer = TypeOf<typeof uploadedSchema>;

/** A stored picture, or a part of it. */
export const pictureBytesSchema = text(
  'The bytes of the picture, or those of the range that was asked for.',
  {
    format: 'binary',
  },
);

/** `PUT /api/images/normalize` */
export interface NormalizeBody {
  imageUrl: string;
}

/** The address of an object as it is kept. */
export const normalizedSchema = object('Normalized', 'The address of an object as it is kept.', {
  objectPath: objectPathPart,
});
export type NormalizedAnswer = TypeOf<typeof normalizedSchema>;
