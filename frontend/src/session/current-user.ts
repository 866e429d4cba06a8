import { type CurrentUser, PROFILE_THEME_MODES } from '@oniverse/contracts';
import { isFlag, isListOf, isNullable, isOneOf, isShape, isText } from '../api/guards.js';

/** The member as only that member sees it, live or by REST. */
export const isCurrentUser = isShape<CurrentUser>({
  id: isText,
  username: isText,
  displayName: isNullable(isText),
  email: isText,
  bio: isNullable(isText),
  profileMarkdown: isText,
  userBadges: isListOf(isText),
  profileTheme: isText,
  profileThemeMode: isOneOf(PROFILE_THEME_MODES),
  profileImageUrl: isNullable(isText),
  isPublic: isFlag,
  createdAt: isText,
  updatedAt: isText,
});
