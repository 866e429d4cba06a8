import type { InvitePreview, ListedInvite } from '@oniverse/contracts';
import { optionalAuthorView } from '../../shared/index.js';
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
  createdBy: optionalAuthorView(row),
  createdAt: row.created_at.toISOString(),
});
