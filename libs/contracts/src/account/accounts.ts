import { MESSAGES } from '../shared/problems.js';
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
import { RULES } from '../shared/rules.js';
import {
  added,
  flag,
  id,
  list,
  timestamp,
  nullable,
  object,
  oneOf,
  text,
  type TypeOf,
} from '../shared/schema.js';
import { mapProfileTexts } from '../people/profile-texts.js';
import { PROFILE_THEME_MODES, PROFILE_THEMES } from '../people/themes.js';

/** The fields of a member's page. */
export const profileParts = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  ...mapProfileTexts(({ summary, example, isAdded }) => {
    const answer = nullable(text(`${summary}.`, { example }));
    return isAdded ? added(answer, null) : answer;
  }),
  profileMarkdown: text("The markdown of the member's page.", { example: '# My shrine\n\n#stargazing' }),
  userBadges: list(text('A badge.', { example: 'early-node' })),
  profileTheme: text('The theme of the page.', { example: 'main-cyberpunk' }),
  profileThemeMode: oneOf(
    PROFILE_THEME_MODES,
    'Light or dark; the main theme follows the site instead.',
    'dark',
  ),
  profileImageUrl: nullable(text('The address of the avatar.', { example: '/objects/Zk3v…' })),
  profileLinks: list(
    text('The address of another page of the member.', { example: 'https://vesper.example' }),
  ),
};

export const currentUserSchema = object(
  'CurrentUser',
  'A member with private fields, for that member only.',
  {
    ...profileParts,
    email: nullable(
      text(
        'Stored in lower case and compared case-insensitively. Null after its true owner took it from this account, which had not verified it.',
        { example: 'vesper@example.org' },
      ),
    ),
    emailVerifiedAt: nullable(timestamp('When the address was verified; null if it was not.')),
    isPublic: flag('Whether others can find the member.'),
    isVisibleToVisitors: flag(
      "Whether visitors without a session see the member's public posts and pictures.",
      false,
    ),
    hasFeed: flag("Whether visitors can subscribe to the member's posts. Requires `isVisibleToVisitors`."),
    createdAt: timestamp('When the member registered.'),
    updatedAt: timestamp('When the profile last changed.'),
  },
);
export type CurrentUser = TypeOf<typeof currentUserSchema>;

export const loginBody = requestBody({
  username: textField(RULES.login.username),
  password: textField(RULES.login.password),
  deviceToken: textField(RULES.login.deviceToken),
});
export type LoginBody = BodyOf<typeof loginBody>;

export const registerBody = requestBody({
  username: textField(RULES.register.username),
  email: textField(RULES.register.email),
  password: textField(RULES.register.password),
  displayName: textField(RULES.register.displayName),
  claimToken: textField(RULES.register.claimToken),
});
export type RegisterBody = BodyOf<typeof registerBody>;

/** `PATCH /api/users/profile`: an absent field stays unchanged; null clears it. */
export const profileBody = requestBody({
  profileMarkdown: omittable(textField(RULES.profile.profileMarkdown)),
  username: omittable(textField(RULES.profile.username)),
  accessKey: textField(RULES.profile.accessKey),
  ...mapProfileTexts((_, name) => clearableText(RULES.profile[name])),
  isPublic: omittable(flagField('Whether others can find the member.')),
  isVisibleToVisitors: omittable(
    flagField("Whether visitors without a session see the member's public posts and pictures."),
  ),
  hasFeed: omittable(flagField("Whether visitors can subscribe to the member's posts.")),
  profileLinks: omittable(profileLinksField("Addresses of the member's other pages.")),
  profileTheme: omittable(
    choiceField<string>(
      PROFILE_THEMES.map(({ id }) => id),
      { description: 'The theme of the profile page.', message: MESSAGES.badTheme },
    ),
  ),
  profileThemeMode: omittable(
    choiceField(PROFILE_THEME_MODES, {
      description: 'Light or dark; has no effect on the main theme.',
      message: MESSAGES.badThemeMode,
    }),
  ),
});
export type ProfileBody = BodyOf<typeof profileBody>;

export const profileImageBody = requestBody({
  profileImageURL: textField(RULES.profileImage.profileImageURL),
});
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
