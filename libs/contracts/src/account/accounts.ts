import { FIRST_MESSAGES_FROM } from '../talk/first-messages.js';
import { currentUserSchema } from './current-user.js';
import { LINK_MESSAGES, TOKEN } from './account-links.js';
import { ADDRESS, email, password, username } from './account-rules.js';
import { INVITE_CODE } from './registration.js';
import { mapProfileTexts } from '../people/profile-texts.js';
import { PROFILE_THEME_MODES } from '../people/theme-modes.js';
import { PROFILE_THEMES } from '../people/themes.js';
import {
  atMost,
  field,
  type FieldRules,
  LINE,
  matches,
  OPTIONAL,
  PROSE,
  required,
  UNTRIMMED,
} from '../shared/field-rules.js';
import { LIMITS } from '../shared/limits.js';
import { phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  choiceField,
  clearableText,
  flagField,
  omittable,
  profileLinksField,
  requestBody,
  textField,
} from '../shared/request-fields.js';
import { profileMarkdown } from '../shared/rules.js';
import { object, text, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';

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

export const ACCOUNT_MESSAGES = phrases({
  invalidCredentials: 'Invalid ONI_ID or password.',
  loginUsernameRequired: 'Error: ONI_ID required to access network',
  loginPasswordRequired: 'Error: password required to access network',
  deviceTokenTooLong: tooLong('A device token'),
  registerUsernameRequired: 'Error: ONI_ID required to create account',
  registerEmailRequired: 'Error: email required to create account',
  registerPasswordRequired: 'Error: password required to create account',
  usernameRequired: 'Oni ID cannot be empty.',
  usernameTaken: 'This ONI_ID is already taken.',
  usernameReserved: 'This ONI_ID is reserved.',
  emailTaken: 'This email is already registered.',
  badTheme: 'Unknown theme.',
  badThemeMode: `The mode must be ${listed(PROFILE_THEME_MODES, 'or')}.`,
});

export const PROFILE_TEXT_MESSAGES = phrases({
  displayNameTooLong: ({ max }: { max: number }) => `Error: Oni name must be at most ${max} characters`,
  bioTooLong: tooLong('A bio'),
});

export const FIRST_MESSAGE_MESSAGES = phrases({
  badFirstMessagesFrom: `Who may write to you must be ${listed(FIRST_MESSAGES_FROM, 'or')}.`,
});

/** The rules of the form and of the server. */
const PROFILE_TEXT_RULES = mapProfileTexts(({ summary, example, max, form }, name) =>
  field(
    `${summary}; an empty text clears it.`,
    example,
    [atMost(max, PROFILE_TEXT_MESSAGES[`${name}TooLong`])],
    {
      ...OPTIONAL,
      ...form,
    },
  ),
);

/** The rules of the forms. The client's forms and the server's DTOs both use them. */
export const LOGIN_RULES = {
  username: field('The Oni ID, case-insensitive.', 'vesper', [
    required(ACCOUNT_MESSAGES.loginUsernameRequired),
    username.known,
  ]),
  password: field(
    'The password.',
    'Night@1ngale',
    [required(ACCOUNT_MESSAGES.loginPasswordRequired), password.max],
    UNTRIMMED,
  ),
  deviceToken: field(
    'The device token from an earlier login or registration with this Oni ID. An invalid token is ignored.',
    'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8EpVwJ0mQZ3bXfS4l1mJx3z',
    [atMost(LIMITS.deviceToken.max, ACCOUNT_MESSAGES.deviceTokenTooLong)],
    OPTIONAL,
  ),
} as const satisfies Record<string, FieldRules>;

export const REGISTER_RULES = {
  username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
    required(ACCOUNT_MESSAGES.registerUsernameRequired),
    username.min,
    username.max,
    username.pattern,
  ]),
  email: field(
    'Stored in lower case; unique.',
    'vesper@example.org',
    [required(ACCOUNT_MESSAGES.registerEmailRequired), email.max, email.valid],
    ADDRESS,
  ),
  password: field(
    'The password.',
    'Night@1ngale',
    [required(ACCOUNT_MESSAGES.registerPasswordRequired), password.min, password.max, password.classes],
    UNTRIMMED,
  ),
  displayName: field('The Oni name, shown to others.', 'Vesper Lund', PROFILE_TEXT_RULES.displayName.rules, {
    ...OPTIONAL,
    ...LINE,
  }),
  claimToken: field(
    'The token of a `claim-email` link to this address. It takes the address from an account that never verified it.',
    'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
    [matches(TOKEN, LINK_MESSAGES.linkExpired)],
    OPTIONAL,
  ),
  inviteCode: INVITE_CODE,
} as const satisfies Record<string, FieldRules>;

export const PROFILE_RULES = {
  username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
    required(ACCOUNT_MESSAGES.usernameRequired),
    username.min,
    username.max,
    username.pattern,
  ]),
  accessKey: field(
    'The access key of the waitlist claim on the Oni ID, if any.',
    'Night@1ngale',
    [password.max],
    { optional: true, trim: false },
  ),
  ...PROFILE_TEXT_RULES,
  profileMarkdown: field(
    "The markdown of the member's page.",
    '# My shrine\n\n#stargazing',
    [profileMarkdown],
    { ...UNTRIMMED, ...PROSE },
  ),
} as const satisfies Record<string, FieldRules>;

export const loginBody = requestBody({
  username: textField(LOGIN_RULES.username),
  password: textField(LOGIN_RULES.password),
  deviceToken: textField(LOGIN_RULES.deviceToken),
});
export type LoginBody = BodyOf<typeof loginBody>;

export const registerBody = requestBody({
  username: textField(REGISTER_RULES.username),
  email: textField(REGISTER_RULES.email),
  password: textField(REGISTER_RULES.password),
  displayName: textField(REGISTER_RULES.displayName),
  claimToken: textField(REGISTER_RULES.claimToken),
  inviteCode: textField(REGISTER_RULES.inviteCode),
});
export type RegisterBody = BodyOf<typeof registerBody>;

/** `PATCH /api/users/profile`: an absent field stays unchanged; null clears it. */
export const profileBody = requestBody({
  profileMarkdown: omittable(textField(PROFILE_RULES.profileMarkdown)),
  username: omittable(textField(PROFILE_RULES.username)),
  accessKey: textField(PROFILE_RULES.accessKey),
  ...mapProfileTexts((_, name) => clearableText(PROFILE_RULES[name])),
  isPublic: omittable(flagField('Whether others can find the member.')),
  isVisibleToVisitors: omittable(
    flagField("Whether visitors without a session see the member's public posts and pictures."),
  ),
  hasFeed: omittable(flagField("Whether visitors can subscribe to the member's posts.")),
  showsLinkPreviews: omittable(flagField('Whether the member sees previews of links in messages.')),
  showsSeenMarks: omittable(
    flagField('Whether the member shows how far they have read a conversation to members who show it too.'),
  ),
  firstMessagesFrom: omittable(
    choiceField(FIRST_MESSAGES_FROM, {
      description: 'Whose first messages reach the member.',
      message: FIRST_MESSAGE_MESSAGES.badFirstMessagesFrom,
    }),
  ),
  profileLinks: omittable(profileLinksField("Addresses of the member's other pages.")),
  profileTheme: omittable(
    choiceField<string>(
      PROFILE_THEMES.map(({ id }) => id),
      { description: 'The theme of the profile page.', message: ACCOUNT_MESSAGES.badTheme },
    ),
  ),
  profileThemeMode: omittable(
    choiceField(PROFILE_THEME_MODES, {
      description: 'Light or dark; has no effect on the main theme.',
      message: ACCOUNT_MESSAGES.badThemeMode,
    }),
  ),
});
export type ProfileBody = BodyOf<typeof profileBody>;

export const deviceToken = text(
  'Stored by the browser and sent with later logins, so that failed attempts on other devices never lock it out. Invalid once the password changes.',
  {
    pattern: '^[A-Za-z0-9_-]{64}$',
    example: 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8EpVwJ0mQZ3bXfS4l1mJx3z',
  },
);

export const sessionAnswerSchema = object('SessionAnswer', 'The new session.', {
  sessionId: text('The bearer credential. Returned only once.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
    example: 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
  }),
  deviceToken,
  user: currentUserSchema,
});
export type SessionAnswer = TypeOf<typeof sessionAnswerSchema>;
