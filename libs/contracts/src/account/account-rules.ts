import {
  atLeast,
  atMost,
  field,
  type FieldRules,
  matches,
  OPTIONAL,
  required,
} from '../shared/field-rules.js';
import { foldAddress } from './fold-address.js';
import { phrases } from '../shared/phrases.js';

/** The limits that the waitlist form needs, apart so that the landing page loads only these. */
export const ACCOUNT_LIMITS = {
  username: { min: 3, max: 20 },
  registerPassword: { min: 8 },
  password: { max: 128 },
  email: { max: 254 },
} as const;

export const CREDENTIAL_MESSAGES = phrases({
  usernameTooShort: ({ min }: { min: number }) => `Error: ONI_ID must be at least ${min} characters`,
  usernameTooLong: ({ max }: { max: number }) => `Error: ONI_ID must be less than ${max} characters`,
  badUsername: 'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
  waitlistEmailRequired: 'email required',
  badEmail: 'Error: please enter a valid email address',
  passwordTooShort: ({ min }: { min: number }) => `Error: password must be at least ${min} characters long`,
  passwordTooLong: ({ max }: { max: number }) => `Error: password must be at most ${max} characters long`,
  weakPassword:
    'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
});

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
  min: atLeast(ACCOUNT_LIMITS.username.min, CREDENTIAL_MESSAGES.usernameTooShort),
  max: atMost(ACCOUNT_LIMITS.username.max, CREDENTIAL_MESSAGES.usernameTooLong),
  /** For the Oni ID of an account. An e-mail address passes it, and gets the same error as an unknown Oni ID. */
  known: atMost(ACCOUNT_LIMITS.email.max, () =>
    CREDENTIAL_MESSAGES.usernameTooLong({ max: ACCOUNT_LIMITS.username.max }),
  ),
  pattern: matches(USERNAME_PATTERN, CREDENTIAL_MESSAGES.badUsername),
};
export const email = {
  max: atMost(ACCOUNT_LIMITS.email.max, () => CREDENTIAL_MESSAGES.badEmail),
  valid: matches(EMAIL_PATTERN, CREDENTIAL_MESSAGES.badEmail),
};
export const password = {
  min: atLeast(ACCOUNT_LIMITS.registerPassword.min, CREDENTIAL_MESSAGES.passwordTooShort),
  max: atMost(ACCOUNT_LIMITS.password.max, CREDENTIAL_MESSAGES.passwordTooLong),
  classes: matches(PASSWORD_CLASSES, CREDENTIAL_MESSAGES.weakPassword),
};

/** How an address is read. */
export const ADDRESS = { fold: foldAddress };

/** The rules of the waitlist form, in their own file so that the landing page does not load the other forms' rules. */
export const WAITLIST_RULES = {
  email: field(
    'The address that receives the invitation.',
    'vesper@example.org',
    [required(CREDENTIAL_MESSAGES.waitlistEmailRequired), email.max, email.valid],
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
