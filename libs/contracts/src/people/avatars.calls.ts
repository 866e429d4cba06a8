import { currentUserSchema, profileImageBody } from '../account/accounts.js';
import { call } from '../shared/call.js';

export const requestAvatar = call({
  method: 'PUT',
  path: '/user/profile-image',
  summary: 'Sets the avatar to an uploaded picture',
  description: 'The worker crops the picture later; the response still has the previous avatar.',
  status: 202,
  body: { title: 'ProfileImageDto', fields: profileImageBody },
  answer: currentUserSchema,
  problems: ['invalid_address', 'not_found', 'already_used'],
});
