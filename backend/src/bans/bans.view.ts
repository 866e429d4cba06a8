import type { BanView } from '@oniverse/contracts';
import type { BanRow } from './bans.repository.js';

export const banView = (row: BanRow): BanView => ({
  userId: row.user_id,
  username: row.username,
  displayName: row.display_name,
  profileImageUrl: row.profile_image_url,
  bannedAt: row.removed_at.toISOString(),
});
