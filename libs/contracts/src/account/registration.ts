import { EXAMPLE_TOKEN, TOKEN } from './account-links.js';
import { field, matches, OPTIONAL } from '../shared/field-rules.js';
import { phrases } from '../shared/phrases.js';
import { oneOf } from '../shared/schema.js';

/** Who may create an account: everyone, only those with a code of an invitation, or nobody. */
export const REGISTRATION_MODES = ['open', 'invite', 'closed'] as const;
export type RegistrationMode = (typeof REGISTRATION_MODES)[number];

/** How long the code of an invitation works, in days. */
export const REGISTRATION_INVITE_DAYS = 14;

export const REGISTRATION_MESSAGES = phrases({
  registrationClosed: 'Registration is closed.',
  registrationByInvite: 'Registration is by invitation. Enter the code of yours.',
  registrationInviteExpired: 'This invitation has expired or was already used.',
});

export const registrationPart = oneOf(REGISTRATION_MODES, 'Who may create an account.', 'open');

export const INVITE_CODE = field(
  'The code of an invitation. Required while registration is by invitation.',
  EXAMPLE_TOKEN,
  [matches(TOKEN, REGISTRATION_MESSAGES.registrationInviteExpired)],
  OPTIONAL,
);

/** Returns the address where an invitation is accepted. The code is in the fragment, which browsers send to no server. */
export const registrationUrl = (origin: string, code: string): string => `${origin}/auth#${code}`;
