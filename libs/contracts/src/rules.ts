import { LIMITS } from './limits.js';
import { MESSAGES } from './problems.js';
import { characterCount, grouped } from './text.js';

/** One rule of a field: what a text must hold to, and what is said where it does not. */
export interface Rule {
  test: (text: string) => boolean;
  message: string;
  /** The same in JSON Schema's words. */
  json: { minLength?: number; maxLength?: number; pattern?: string };
}

/** A field's rules, in the order in which they are said, and how the text is read before they are asked. */
export interface FieldRules {
  /** An absent or empty text is fine, and counts as absent. */
  optional: boolean;
  /** White space around the text does not count. */
  trim: boolean;
  /** What it is for, and a value that holds to the rules, for the published documents. */
  description: string;
  example: string;
  rules: readonly Rule[];
}

const required = (message: string): Rule => ({
  test: (text) => text !== '',
  message,
  json: { minLength: 1 },
});
const atLeast = (min: number, message: string): Rule => ({
  test: (text) => characterCount(text) >= min,
  message,
  json: { minLength: min },
});
const atMost = (max: number, message: string): Rule => ({
  test: (text) => characterCount(text) <= max,
  message,
  json: { maxLength: max },
});
const matches = (pattern: RegExp, message: string): Rule => ({
  test: (text) => pattern.test(text),
  message,
  json: { pattern: pattern.source },
});

/** What a username consists of. */
export const USERNAME_PATTERN = /^[a-z0-9_]*$/;

/**
 * An e-mail address as the HTML standard has it (https://html.spec.whatwg.org/#valid-e-mail-address), with
 * a dot in the domain.
 */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const PASSWORD_CLASSES = /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*\d)(?=[\s\S]*[@$!%*?&])/;

/**
 * The same, as password managers read it, so that what they make up is taken
 * (https://developer.apple.com/password-rules/).
 */
export const PASSWORD_AUTOFILL_RULES =
  `minlength: ${LIMITS.registerPassword.min}; maxlength: ${LIMITS.password.max}; ` +
  'required: lower; required: upper; required: digit; required: [@$!%*?&];';

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

const field = (
  description: string,
  example: string,
  rules: readonly Rule[],
  options: Partial<Pick<FieldRules, 'optional' | 'trim'>> = {},
): FieldRules => ({ optional: false, trim: true, ...options, description, example, rules });

const OPTIONAL = { optional: true };
const AS_IT_IS = { trim: false };
const maximum = (what: string, max: number): Rule =>
  atMost(max, `${what} at most ${grouped(max)} characters.`);
const displayName = atMost(LIMITS.displayName.max, 'Error: Oni name must be at most 50 characters');
const title = [required('A title is needed.'), maximum('A title has', LIMITS.title.max)];
const name = [required('A name is needed.'), maximum('A name has', LIMITS.name.max)];
const description = field(
  'What it is about.',
  'Nebulae and night skies.',
  [maximum('A description has', LIMITS.description.max)],
  OPTIONAL,
);
const profileMarkdown = maximum('A profile text has', LIMITS.profileMarkdown.max);
const postText = maximum("A post's text has", LIMITS.postText.max);
const address = [
  required('The address of a picture is needed.'),
  maximum('An address has', LIMITS.address.max),
];
const PASSWORD_FIELDS = 'Please fill in all password fields.';

/**
 * The rules of every form, the one source that the client's forms and the server's decorators both read.
 * A form's field name is the name of the field in the call's body.
 */
export const RULES = {
  login: {
    username: field('The Oni ID, in any case.', 'vesper', [
      required('Error: ONI_ID required to access network'),
    ]),
    password: field(
      'The password.',
      'Night@1ngale',
      [required('Error: password required to access network'), password.max],
      AS_IT_IS,
    ),
  },
  register: {
    username: field('The Oni ID, which addresses use.', 'vesper', [
      required('Error: ONI_ID required to create account'),
      username.min,
      username.max,
      username.pattern,
    ]),
    email: field('Kept in lower case; of one member only.', 'vesper@example.org', [
      email.required,
      email.max,
      email.valid,
    ]),
    password: field(
      'The password.',
      'Night@1ngale',
      [required('Error: password required to create account'), password.min, password.max, password.classes],
      AS_IT_IS,
    ),
    displayName: field('The Oni name, as others read it.', 'Vesper Lund', [displayName], OPTIONAL),
  },
  erasure: {
    password: field(
      'The password.',
      'Night@1ngale',
      [required('The password is needed to erase the account.'), password.max],
      AS_IT_IS,
    ),
  },
  password: {
    currentPassword: field(
      'The password as it is.',
      'Night@1ngale',
      [required(PASSWORD_FIELDS), password.max],
      AS_IT_IS,
    ),
    newPassword: field(
      'The password as it shall be.',
      'Moth&Lantern7',
      [
        required(PASSWORD_FIELDS),
        atLeast(LIMITS.newPassword.min, 'Password must be at least 6 characters long.'),
        password.max,
      ],
      AS_IT_IS,
    ),
  },
  waitlist: {
    email: field('Where the invitation goes.', 'vesper@example.org', [
      required('email required'),
      email.max,
      email.valid,
    ]),
    oni_id: field(
      'The Oni ID to keep for this address.',
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
    source: field('Where the form stands.', 'landing', [matches(/^landing$/, 'The source must be landing.')]),
  },
  profile: {
    username: field('The Oni ID, which addresses use.', 'vesper', [
      required('Oni ID cannot be empty.'),
      username.min,
      username.max,
      username.pattern,
    ]),
    displayName: field('The Oni name; empty clears it.', 'Vesper Lund', [displayName], OPTIONAL),
    bio: field(
      'A few words on oneself; empty clears them.',
      'Night shifts and nebulae.',
      [maximum('A bio has', LIMITS.bio.max)],
      OPTIONAL,
    ),
    profileMarkdown: field(
      "The text of one's page.",
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      AS_IT_IS,
    ),
  },
  post: {
    title: field('The title.', 'First light', title),
    content: field(
      'The text as plain text; taken from the markdown where it is absent.',
      'Saw the rings tonight.',
      [postText],
      { optional: true, trim: false },
    ),
    markdownContent: field(
      'The text as markdown; its hashtags join the tags.',
      'Saw **the rings** tonight. #saturn',
      [postText],
      { optional: true, trim: false },
    ),
  },
  postEdit: {
    markdownContent: field(
      'The text as markdown, which cannot be emptied; the plain text and the tags of the text follow it.',
      'Saw **the rings** tonight. #saturn',
      [matches(/\S/, MESSAGES.emptyPost), postText],
      AS_IT_IS,
    ),
  },
  capsule: {
    name: field('Its name.', 'Winter skies', name),
    description,
  },
  profileArchive: {
    title: field('The title.', 'My shrine in autumn', title),
    markdownContent: field(
      "The text; where it is absent, a snapshot of one's profile is taken.",
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      { optional: true, trim: false },
    ),
  },
  board: {
    name: field('Its name.', 'Observatory', name),
    description,
  },
  server: {
    name: field('Its name.', 'Stargazers', name),
    description,
  },
  image: {
    title: field('The title.', 'Saturn', [maximum('A title has', LIMITS.title.max)], OPTIONAL),
    description: field(
      'The caption.',
      'Taken on the roof, eleven at night.',
      [maximum('A caption has', LIMITS.imageDescription.max)],
      OPTIONAL,
    ),
    imageUrl: field('The address of an upload of one’s own.', '/objects/Zk3v…', address),
  },
  upload: {
    contentType: field(
      'What the picture is; its first bytes decide in the end.',
      'image/png',
      [maximum('A content type has', LIMITS.mediaType.max)],
      OPTIONAL,
    ),
    filename: field(
      'What the file is called; it is not kept.',
      'saturn.png',
      [maximum('A file name has', LIMITS.filename.max)],
      OPTIONAL,
    ),
  },
  profileImage: {
    profileImageURL: field('The address of an upload of one’s own.', '/objects/Zk3v…', address),
  },
  search: {
    q: field(
      'Only what has this in its text, in any case.',
      'saturn',
      [maximum('A search has', LIMITS.search.max)],
      OPTIONAL,
    ),
  },
  memberSearch: {
    q: field(
      'Only who has this in the Oni ID or in the name, in any case.',
      'vesper',
      [maximum('A search has', LIMITS.search.max)],
      OPTIONAL,
    ),
  },
  channel: {
    name: field('Its name.', 'general', [
      required('A name is needed.'),
      maximum('The name of a channel has', LIMITS.channelName.max),
    ]),
    description,
  },
  message: {
    content: field('What is said.', 'Is anyone still up?', [
      required('A message needs some text.'),
      atMost(LIMITS.message.max, 'A message has at most 4,000 characters.'),
    ]),
    nonce: field(
      'Chosen by the sender; the same nonce again is stored once.',
      '5f0c2b7e',
      [required('A nonce is needed.'), atMost(LIMITS.nonce.max, 'A nonce has at most 64 characters.')],
      AS_IT_IS,
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
