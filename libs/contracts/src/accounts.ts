import { PROFILE_THEME_MODES } from './themes.js';
import { flag, id, list, timestamp, nullable, object, oneOf, text, type TypeOf } from './schema.js';

/** The fields of a member's page. */
export const profileParts = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  displayName: nullable(text('The Oni name.', { example: 'Vesper Lund' })),
  bio: nullable(text('A short text about the member.', { example: 'Night shifts and nebulae.' })),
  profileMarkdown: text("The markdown of the member's page.", { example: '# My shrine\n\n#stargazing' }),
  userBadges: list(text('A badge.', { example: 'early-node' })),
  profileTheme: text('The theme of the page.', { example: 'main-cyberpunk' }),
  profileThemeMode: oneOf(
    PROFILE_THEME_MODES,
    'Light or dark; the main theme follows the site instead.',
    'dark',
  ),
  profileImageUrl: nullable(text('The address of the avatar.', { example: '/objects/Zk3v…' })),
};

export const currentUserSchema = object(
  'CurrentUser',
  'A member with private fields, for that member only.',
  {
    ...profileParts,
    email: text('Stored in lower case and compared case-insensitively.', { example: 'vesper@example.org' }),
    isPublic: flag('Whether others can find the member.'),
    createdAt: timestamp('When the member registered.'),
    updatedAt: timestamp('When the profile last changed.'),
  },
);
export type CurrentUser = TypeOf<typeof currentUserSchema>;

export interface LoginBody {
  username: string;
  password: string;
  deviceToken?: string;
}

export interface RegisterBody {
  username: string;
  email: string;
  password: string;
  displayName?: string;
}

/** `PATCH /api/users/profile`: an absent field stays unchanged; null clears it. */
export interface ProfileBody {
  profileMarkdown?: string;
  username?: string;
  /** The access key of the waitlist claim on the username. */
  accessKey?: string;
  displayName?: string | null;
  bio?: string | null;
  isPublic?: boolean;
  profileTheme?: string;
  profileThemeMode?: (typeof PROFILE_THEME_MODES)[number];
}

export interface ProfileImageBody {
  profileImageURL: string;
}

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
