import { PROFILE_THEME_MODES } from './themes.js';
import { flag, id, list, moment, nullable, object, oneOf, text, type TypeOf, yes } from './schema.js';

const profile = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  displayName: nullable(text('The Oni name.', { example: 'Vesper Lund' })),
  bio: nullable(text('A few words on oneself.', { example: 'Night shifts and nebulae.' })),
  profileMarkdown: text("The text of the member's own page.", { example: '# My shrine\n\n#stargazing' }),
  userBadges: list(text('A badge.', { example: 'early-node' })),
  profileTheme: text('The theme that the page wears.', { example: 'main-cyberpunk' }),
  profileThemeMode: oneOf(PROFILE_THEME_MODES, 'Light or dark, for every theme but the main one.', 'dark'),
  profileImageUrl: nullable(text('The address of the avatar.', { example: '/objects/Zk3v…' })),
};

/** The member that a session belongs to, as only that member sees it. */
export const currentUserSchema = object('CurrentUser', 'The member, as only that member sees it.', {
  ...profile,
  email: text('Compared case-insensitively, kept in lower case.', { example: 'vesper@example.org' }),
  isPublic: flag('Whether others can find the member.'),
  createdAt: moment('When the member registered.'),
  updatedAt: moment('When anything of this last changed.'),
});
export type CurrentUser = TypeOf<typeof currentUserSchema>;

/** A member's page, as others see it. */
export const publicProfileSchema = object('PublicProfile', "A member's page, as others see it.", {
  ...profile,
  createdAt: moment('When the member registered.'),
});
export type PublicProfile = TypeOf<typeof publicProfileSchema>;

/** Who made a thing, as it is shown beside it. */
export const authorSchema = object('Author', 'Who made a thing, as it is shown beside it.', {
  username: profile.username,
  displayName: profile.displayName,
  profileImageUrl: profile.profileImageUrl,
});
export type Author = TypeOf<typeof authorSchema>;

/** `POST /api/auth/login` */
export interface LoginBody {
  username: string;
  password: string;
}

/** `POST /api/auth/register` */
export interface RegisterBody {
  username: string;
  email: string;
  password: string;
  displayName?: string;
}

/** `PATCH /api/auth/password` */
export interface ChangePasswordBody {
  currentPassword: string;
  newPassword: string;
}

/** `PATCH /api/users/profile`: what is absent stays; null clears. */
export interface ProfileBody {
  profileMarkdown?: string;
  username?: string;
  displayName?: string | null;
  bio?: string | null;
  isPublic?: boolean;
  profileTheme?: string;
  profileThemeMode?: (typeof PROFILE_THEME_MODES)[number];
}

/** `PUT /api/user/profile-image` */
export interface ProfileImageBody {
  profileImageURL: string;
}

/** What login and register answer. */
export const sessionAnswerSchema = object('SessionAnswer', 'A session that has just begun.', {
  sessionId: text('The bearer credential. It is shown this once.', {
    pattern: '^[A-Za-z0-9_-]{43}$',
    example: 'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
  }),
  user: currentUserSchema,
});
export type SessionAnswer = TypeOf<typeof sessionAnswerSchema>;

/** One of a member's sessions. */
export const sessionSchema = object('Session', "One of the caller's sessions.", {
  id: id('What the session is called here; not the credential.'),
  device: nullable(text('What the browser said that it is.', { example: 'Mozilla/5.0 (X11; Linux x86_64)' })),
  current: flag('Whether it is the one that asks.'),
  createdAt: moment('When it began.'),
  lastSeenAt: moment('When it was last used, to a few minutes.'),
  expiresAt: moment('When it ends, unless it is used again.'),
});
export type SessionView = TypeOf<typeof sessionSchema>;

/** What a call with nothing to say answers. */
export const okSchema = object('Ok', 'It is done, and there is nothing else to say.', {
  ok: yes('Always true.'),
});
export type OkAnswer = TypeOf<typeof okSchema>;
