import type { InvitePreview, ListedInvite } from '@oniverse/contracts';
import type { InviteRow, ListedInviteRow } from './invites.repository.js';

export function invitePreview(code: string, row: InviteRow): InvitePreview {
  return {
    code,
    server: {
      id: row.server_id,
      name: row.name,
      description: row.description,
      memberCount: row.member_count,
    },
    expiresAt: row.expires_at.toISOString(),
  };
}

export const listedInvite = (row: ListedInviteRow): ListedInvite => ({
  id: row.id,
  expiresAt: row.expires_at.toISOString(),
  maxUses: row.max_uses,
  uses: row.uses,
  createdBy:
    row.username === null
      ? null
      : { username: row.username, displayName: row.display_name, profileImageUrl: row.profile_image_url },
  createdAt: row.created_at.toISOString(),
});
