import { UPLOAD } from '@oniverse/contracts';

export const UPLOAD_TEXTS = {
  tooLarge: `The file is larger than ${UPLOAD.maxBytes / 1_048_576} MB. Choose a smaller one.`,
  unsupportedType: 'This file type is not supported. Choose a JPEG, PNG, WebP, GIF or AVIF picture.',
  lost: 'The connection was lost before the upload finished. Try again.',
  unauthorized: 'Authorization required',
  expired: 'Request has expired',
} as const;
