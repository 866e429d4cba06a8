import { linkCheckBody, linkSchema } from './account-security.js';
import { call } from '../shared/call.js';

export const checkLink = call({
  method: 'POST',
  path: '/auth/links/check',
  summary: 'Describes a link from a mail or an operator',
  description: 'Does not use it up, so that its page can say what it does before anything happens.',
  access: 'public',
  body: { title: 'LinkCheckDto', fields: linkCheckBody },
  answer: linkSchema,
  problems: ['link_expired'],
});
