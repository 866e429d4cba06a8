import { currentUserSchema, profileBody } from './accounts.js';
import { call } from './call.js';
import { publicProfileSchema } from './profiles.js';
import { text } from './schema.js';

export const updateProfile = call({
  method: 'PATCH',
  path: '/users/profile',
  summary: "Updates the caller's profile",
  description:
    'Omitted fields keep their values. An Oni ID claimed on the waitlist requires the email address and access key of its claim; a claim without an access key cannot be used.',
  body: { title: 'ProfileDto', fields: profileBody },
  answer: currentUserSchema,
  problems: ['username_taken', 'username_reserved'],
});

export const getProfile = call({
  method: 'GET',
  path: '/users/:username',
  summary: "Returns a member's profile",
  description: 'A private profile is visible only to its member.',
  access: 'visitors',
  params: { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) },
  answer: publicProfileSchema,
  problems: ['not_found'],
});
