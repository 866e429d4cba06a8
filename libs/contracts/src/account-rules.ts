import { atLeast, atMost, field, type FieldRules, matches, OPTIONAL, required } from './field-rules.js';
import { ACCOUNT_LIMITS } from './account-limits.js';

export const USERNAME_PATTERN = /^[a-z0-9_]*$/;

/** The HTML standard's e-mail address (https://html.spec.whatwg.org/#valid-e-mail-address) with a dot in the domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const PASSWORD_CLASSES = /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[@$!%*?&])/;

/** The password rules in the format of password managers (https://developer.apple.com/password-rules/). */
export const PASSWORD_AUTOFILL_RULES =
  `minlength: ${ACCOUNT_LIMITS.registerPassword.min}; maxlength: ${ACCOUNT_LIMITS.password.max}; ` +
  'required: lower; required: upper; required: digit; required: [@$!%*?&];';

export const USERNAME_TOO_LONG = `Error: ONI_ID must be less than ${ACCOUNT_LIMITS.username.max} characters`;
export const username = {
  min: atLeast(
    ACCOUNT_LIMITS.username.min,
    `Error: ONI_ID must be at least ${ACCOUNT_LIMITS.username.min} characters`,
  ),
  max: atMost(ACCOUNT_LIMITS.username.max, USERNAME_TOO_LONG),
  pattern: matches(
    USERNAME_PATTERN,
    'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
  ),
};
export const email = {
  required: required('Error: email required to create account'),
  max: atMost(ACCOUNT_LIMITS.email.max, 'Error: please enter a valid email address'),
  valid: matches(EMAIL_PATTERN, 'Error: please enter a valid email address'),
};
export const password = {
  min: atLeast(
    ACCOUNT_LIMITS.registerPassword.min,
    `Error: password must be at least ${ACCOUNT_LIMITS.registerPassword.min} characters long`,
  ),
  max: atMost(
    ACCOUNT_LIMITS.password.max,
    `Error: password must be at most ${ACCOUNT_LIMITS.password.max} characters long`,
  ),
  classes: matches(
    PASSWORD_CLASSES,
    'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
  ),
};

/** The rules of the waitlist form, in their own file so that the landing page does not load the other forms' rules. */
export const WAITLIST_RULES = {
  email: field('The address that receives the invitation.', 'vesper@example.org', [
    required('email required'),
    email.max,
    email.valid,
  ]),
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
  source: field('The page with the form.', 'landing', [matches(/^landing$/, 'The source must be landing.')]),
} as const satisfies Record<string, FieldRules>;
