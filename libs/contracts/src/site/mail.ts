import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { text } from '../shared/schema.js';

/** The path of the one-click end of a digest (RFC 8058). */
export const unsubscribePath = (token: string): string => `/api${endDigest.path.replace(':token', token)}`;

export const endDigest = call('POST', '/mail/unsubscribe/:token', {
  summary: 'Ends the digest by mail',
  description:
    'The token in the address is the credential. Mail programs send this request when the reader presses “Unsubscribe” (RFC 8058); the body is ignored. It may be repeated.',
  access: 'public',
  params: { token: text('The token of the link.', { example: 'pVwJ0mQZ3bXf…' }) },
  answer: okSchema,
  bytes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  problems: ['link_expired'],
});
