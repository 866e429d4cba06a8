import { EXAMPLE_TOKEN } from '../account/account-links.js';
import { REGISTRATION_INVITE_DAYS, REGISTRATION_MODES, registrationPart } from '../account/registration.js';
import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { choiceField, requestBody } from '../shared/request-fields.js';
import { flag, id, list, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

export const REGISTRATION_MODE_MESSAGES = phrases({
  badRegistration: `Registration must be ${listed(REGISTRATION_MODES, 'or')}.`,
});

export const registrationSchema = object('Registration', 'Who may create an account.', {
  mode: registrationPart,
});
export type RegistrationState = TypeOf<typeof registrationSchema>;

export const registrationBody = requestBody({
  mode: choiceField(REGISTRATION_MODES, {
    description: 'Who may create an account.',
    message: REGISTRATION_MODE_MESSAGES.badRegistration,
  }),
});

const expiresAt = timestamp('When its code stops working.');

/** An invitation that was mailed has no code here: only its reader knows it. */
export const registrationInviteSchema = object(
  'RegistrationInvite',
  'A new invitation to create an account.',
  {
    isMailed: flag('Whether its code is on its way by mail.', false),
    code: nullable(
      text('Works once. Returned only here; null if it was mailed.', {
        pattern: '^[A-Za-z0-9_-]{43}$',
        example: EXAMPLE_TOKEN,
      }),
    ),
    url: nullable(
      text('The address to pass on; null if it was mailed.', {
        example: `https://oniverse.example/auth#${EXAMPLE_TOKEN}`,
      }),
    ),
    expiresAt,
  },
);
export type RegistrationInvite = TypeOf<typeof registrationInviteSchema>;

export const listedRegistrationInviteSchema = object(
  'ListedRegistrationInvite',
  'An invitation that nobody has used yet, without its code.',
  {
    id: id('The invitation.'),
    email: nullable(
      text('The address on the waitlist that it is for; null if it is for no address.', {
        example: 'vesper@example.org',
      }),
    ),
    createdBy: nullable(authorSchema),
    createdAt: timestamp('When it was made.'),
    expiresAt,
  },
);
export type ListedRegistrationInvite = TypeOf<typeof listedRegistrationInviteSchema>;

export const getRegistration = call('GET', '/staff/registration', {
  summary: 'Returns who may create an account',
  description: 'For the administrators of the platform.',
  access: 'admins',
  answer: registrationSchema,
});

export const setRegistration = call('PUT', '/staff/registration', {
  summary: 'Opens or closes registration, or leaves it to invitations',
  description: 'For the administrators of the platform.',
  access: 'admins',
  body: { title: 'RegistrationDto', fields: registrationBody },
  answer: registrationSchema,
});

export const listRegistrationInvites = call('GET', '/staff/registration/invites', {
  summary: 'Lists invitations that nobody has used yet, newest first',
  description: 'For the administrators of the platform.',
  access: 'admins',
  query: pageQuery,
  answer: list(listedRegistrationInviteSchema),
});

export const createRegistrationInvite = call('POST', '/staff/registration/invites', {
  summary: 'Makes an invitation to create an account',
  description: `For the administrators of the platform. Its code works once, for ${REGISTRATION_INVITE_DAYS} days.`,
  access: 'admins',
  status: 201,
  answer: registrationInviteSchema,
  carriesSecret: true,
});

export const revokeRegistrationInvite = call('DELETE', '/staff/registration/invites/:id', {
  summary: 'Revokes an invitation that nobody has used yet',
  description: 'For the administrators of the platform.',
  access: 'admins',
  params: { id: id('The invitation.') },
  answer: okSchema,
  problems: ['not_found'],
});
