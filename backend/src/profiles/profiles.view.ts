import type { PublicProfile } from '@oniverse/contracts';
import type { User } from '@oniverse/data';

export function publicProfileView(user: User): PublicProfile {
  return {
    id: user.id,
    username: user.username,
    displayName: user.displayName,
    bio: user.bio,
    profileMarkdown: user.profileMarkdown,
    userBadges: user.userBadges,
    profileTheme: user.profileTheme,
    profileThemeMode: user.profileThemeMode,
    profileImageUrl: user.profileImageUrl,
    createdAt: user.createdAt.toISOString(),
  };
}
