import type { MemberView } from '@oniverse/contracts';
import type { MemberRow } from './members.repository.js';

export function memberView(row: MemberRow, online: ReadonlySet<string>): MemberView {
  return {
    userId: row.user_id,
    username: row.username,
    displayName: row.display_name,
    profileImageUrl: row.profile_image_url,
    role: row.role,
    online: online.has(row.user_id),
    joinedAt: row.joined_at.toISOString(),
  };
}
