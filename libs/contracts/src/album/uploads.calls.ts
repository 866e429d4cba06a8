import { call } from '../shared/call.js';
import { uploadBody, uploadTicketSchema } from './objects.js';

export const createUpload = call({
  method: 'POST',
  path: '/objects/upload',
  summary: 'Returns an upload address for a picture',
  description: 'The address works once and expires after 15 minutes.',
  body: { title: 'UploadDto', fields: uploadBody },
  answer: uploadTicketSchema,
  carriesSecret: true,
});
