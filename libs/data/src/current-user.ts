import type { CurrentUser } from '@oniverse/contracts';
import type { User } from './entities/user.entity.js';

export function currentUserView(user: User): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    email: user.email,
    bio: user.bio,
    profileMarkdown: user.profileMarkdown,
    userBadges: user.userBadges,
    profileTheme: user.profileTheme,
    profileThemeMode: user.profileThemeMode,
    profileImageUrl: user.profileImageUrl,
    isPublic: user.isPublic,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
  };
}
