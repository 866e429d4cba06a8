import { currentUserSchema, profileBody } from '../account/accounts.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { FORMER_USERNAMES, formerUsernameSchema, publicProfileSchema } from './profiles.js';
import { list, text } from '../shared/schema.js';

export const updateProfile = call({
  method: 'PATCH',
  path: '/users/profile',
  summary: "Updates the caller's profile",
  description:
    'Omitted fields keep their values. An Oni ID claimed on the waitlist requires the email address and access key of its claim; a claim without an access key cannot be used. A former Oni ID that the caller holds can be taken back.',
  body: { title: 'ProfileDto', fields: profileBody },
  answer: currentUserSchema,
  problems: ['username_taken', 'username_reserved'],
});

export const listFormerUsernames = call({
  method: 'GET',
  path: '/users/profile/former-usernames',
  summary: 'Lists the former Oni IDs that the caller holds',
  description: `The last ${FORMER_USERNAMES.most}, newest first, each for ${FORMER_USERNAMES.days} days. They lead to the caller, and others cannot take them.`,
  answer: list(formerUsernameSchema),
});

export const releaseFormerUsername = call({
  method: 'DELETE',
  path: '/users/profile/former-usernames/:username',
  summary: 'Lets a former Oni ID go',
  description: 'It no longer leads to the caller, and others can take it.',
  params: { username: text('The former Oni ID.', { example: 'vesper' }) },
  answer: okSchema,
  problems: ['not_found'],
});

export const getProfile = call({
  method: 'GET',
  path: '/users/:username',
  summary: "Returns a member's profile",
  description:
    'A private profile is visible only to its member. A former Oni ID returns the profile of the member who holds it.',
  access: 'visitors',
  params: { username: text('The Oni ID; case is ignored.', { example: 'vesper' }) },
  answer: publicProfileSchema,
  problems: ['not_found'],
});
