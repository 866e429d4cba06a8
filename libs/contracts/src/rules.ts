import { LIMITS } from './limits.js';

/** One rule of a field: what a text must hold to, and what is said where it does not. */
export interface Rule {
  test: (text: string) => boolean;
  message: string;
}

/** A field's rules, in the order in which they are said, and how the text is read before they are asked. */
export interface FieldRules {
  /** An absent or empty text is fine, and counts as absent. */
  optional: boolean;
  /** White space around the text does not count. */
  trim: boolean;
  rules: readonly Rule[];
}

/** How many Unicode characters a text has (an emoji may be several UTF-16 units). */
export const characterCount = (text: string): number => Array.from(text).length;
const required = (message: string): Rule => ({ test: (text) => text !== '', message });
const atLeast = (min: number, message: string): Rule => ({
  test: (text) => characterCount(text) >= min,
  message,
});
const atMost = (max: number, message: string): Rule => ({
  test: (text) => characterCount(text) <= max,
  message,
});
const matches = (pattern: RegExp, message: string): Rule => ({ test: (text) => pattern.test(text), message });

/** What a username consists of. */
export const USERNAME_PATTERN = /^[a-z0-9_]*$/;

/**
 * An e-mail address as the HTML standard has it (https://html.spec.whatwg.org/#valid-e-mail-address), with
 * a dot in the domain.
 */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const PASSWORD_CLASSES = /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[@$!%*?&])/;

/** Handles that nobody may take. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'moderator',
  'oni',
  'oniverse',
  'user',
  'null',
  'me',
  'api',
]);

const username = {
  min: atLeast(LIMITS.username.min, 'Error: ONI_ID must be at least 3 characters'),
  max: atMost(LIMITS.username.max, 'Error: ONI_ID must be less than 20 characters'),
  pattern: matches(
    USERNAME_PATTERN,
    'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
  ),
};
const email = {
  required: required('Error: email required to create account'),
  max: atMost(LIMITS.email.max, 'Error: please enter a valid email address'),
  valid: matches(EMAIL_PATTERN, 'Error: please enter a valid email address'),
};
const password = {
  min: atLeast(LIMITS.registerPassword.min, 'Error: password must be at least 8 characters long'),
  max: atMost(LIMITS.password.max, 'Error: password must be at most 128 characters long'),
  classes: matches(
    PASSWORD_CLASSES,
    'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
  ),
};

const field = (rules: readonly Rule[], options: Partial<Omit<FieldRules, 'rules'>> = {}): FieldRules => ({
  optional: false,
  trim: true,
  ...options,
  rules,
});

/**
 * The rules of every form, the one source that the client's forms and the server's decorators both read.
 * A form's field name is the name of the field in the call's body.
 */
export const RULES = {
  login: {
    username: field([required('Error: ONI_ID required to access network')]),
    password: field([required('Error: password required to access network'), password.max], { trim: false }),
  },
  register: {
    username: field([
      required('Error: ONI_ID required to create account'),
      username.min,
      username.max,
      username.pattern,
    ]),
    email: field([email.required, email.max, email.valid]),
    password: field(
      [required('Error: password required to create account'), password.min, password.max, password.classes],
      { trim: false },
    ),
    displayName: field([atMost(LIMITS.displayName.max, 'Error: Oni name must be at most 50 characters')], {
      optional: true,
    }),
  },
  waitlist: {
    email: field([required('email required'), email.max, email.valid]),
    oni_id: field([username.min, username.max, username.pattern], { optional: true }),
    access_key: field([password.min, password.max, password.classes], { optional: true, trim: false }),
    source: field([matches(/^landing$/, 'The source must be landing.')]),
  },
  message: {
    content: field([
      required('A message needs some text.'),
      atMost(LIMITS.message.max, 'A message has at most 4,000 characters.'),
    ]),
    nonce: field(
      [required('A nonce is needed.'), atMost(LIMITS.nonce.max, 'A nonce has at most 64 characters.')],
      { trim: false },
    ),
  },
} as const satisfies Record<string, Record<string, FieldRules>>;

/** Reads a field's text as its rules see it. */
export function readField(rules: FieldRules, text: string): string {
  return rules.trim ? text.trim() : text;
}

/**
 * The message of the first rule that `text` breaks, in the order given.
 * @returns undefined where the text holds to all of them
 */
export function brokenRule(rules: FieldRules, text: string): string | undefined {
  const read = readField(rules, text);
  if (rules.optional && read === '') return undefined;
  return rules.rules.find((rule) => !rule.test(read))?.message;
}
