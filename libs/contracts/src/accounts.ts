/** Whether a profile is shown on a light or on a dark ground. */
export const PROFILE_THEME_MODES = ['light', 'dark'] as const;
export type ProfileThemeMode = (typeof PROFILE_THEME_MODES)[number];

/** What a new member starts with. */
export const USER_DEFAULTS = {
  profileMarkdown: '# Welcome to your digital shrine\n\nEdit this markdown to customize your space.',
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
} as const;

/** The member that a session belongs to, as only that member sees it. */
export interface CurrentUser {
  id: string;
  username: string;
  displayName: string | null;
  email: string;
  bio: string | null;
  profileMarkdown: string;
  userBadges: string[];
  profileTheme: string;
  profileThemeMode: ProfileThemeMode;
  profileImageUrl: string | null;
  isPublic: boolean;
  createdAt: string;
  updatedAt: string;
}

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

/** What login and register answer. The session id is shown this once. */
export interface SessionAnswer {
  sessionId: string;
  user: CurrentUser;
}

/** What a call with nothing to say answers. */
export interface OkAnswer {
  ok: true;
}
