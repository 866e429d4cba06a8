import { currentUserSchema } from '../account/current-user.js';
import { PICTURE_ADDRESS } from '../album/objects.js';
import { call } from '../shared/call.js';
import { requestBody, textField } from '../shared/request-fields.js';

export const profileImageBody = requestBody({
  profileImageURL: textField(PICTURE_ADDRESS),
});

export const requestAvatar = call('PUT', '/user/profile-image', {
  summary: 'Sets the avatar to an uploaded picture',
  description: 'The worker crops the picture later; the response still has the previous avatar.',
  status: 202,
  body: { title: 'ProfileImageDto', fields: profileImageBody },
  answer: currentUserSchema,
  problems: ['invalid_address', 'not_found', 'already_used'],
});
