import { ACCOUNT_MESSAGES } from './account-messages.js';
import {
  atLeast,
  atMost,
  field,
  type FieldRules,
  matches,
  OPTIONAL,
  required,
} from '../shared/field-rules.js';
import { ACCOUNT_LIMITS } from './account-limits.js';
import { foldAddress } from '../shared/fold-address.js';

export const USERNAME_PATTERN = /^[a-z0-9_]*$/;

/** The HTML standard's e-mail address (https://html.spec.whatwg.org/#valid-e-mail-address) with a dot in the domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const PASSWORD_CLASSES = /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[@$!%*?&])/;

/** The password rules in the format of password managers (https://developer.apple.com/password-rules/). */
export const PASSWORD_AUTOFILL_RULES =
  `minlength: ${ACCOUNT_LIMITS.registerPassword.min}; maxlength: ${ACCOUNT_LIMITS.password.max}; ` +
  'required: lower; required: upper; required: digit; required: [@$!%*?&];';

export const username = {
  min: atLeast(ACCOUNT_LIMITS.username.min, ACCOUNT_MESSAGES.usernameTooShort),
  max: atMost(ACCOUNT_LIMITS.username.max, ACCOUNT_MESSAGES.usernameTooLong),
  pattern: matches(USERNAME_PATTERN, ACCOUNT_MESSAGES.badUsername),
};
export const email = {
  max: atMost(ACCOUNT_LIMITS.email.max, () => ACCOUNT_MESSAGES.badEmail),
  valid: matches(EMAIL_PATTERN, ACCOUNT_MESSAGES.badEmail),
};
export const password = {
  min: atLeast(ACCOUNT_LIMITS.registerPassword.min, ACCOUNT_MESSAGES.passwordTooShort),
  max: atMost(ACCOUNT_LIMITS.password.max, ACCOUNT_MESSAGES.passwordTooLong),
  classes: matches(PASSWORD_CLASSES, ACCOUNT_MESSAGES.weakPassword),
};

/** How an address is read. */
export const ADDRESS = { fold: foldAddress };

/** The rules of the waitlist form, in their own file so that the landing page does not load the other forms' rules. */
export const WAITLIST_RULES = {
  email: field(
    'The address that receives the invitation.',
    'vesper@example.org',
    [required(ACCOUNT_MESSAGES.waitlistEmailRequired), email.max, email.valid],
    ADDRESS,
  ),
  oni_id: field(
    'The Oni ID to reserve for this address.',
    'vesper',
    [username.min, username.max, username.pattern],
    OPTIONAL,
  ),
  access_key: field(
    'The password to register with.',
    'Night@1ngale',
    [password.min, password.max, password.classes],
    { optional: true, trim: false },
  ),
} as const satisfies Record<string, FieldRules>;
