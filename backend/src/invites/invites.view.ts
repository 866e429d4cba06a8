import type { InvitePreview } from '@oniverse/contracts';
import type { InviteRow } from './invites.repository.js';

/** Where an invite leads, as everyone sees it who has its code. */
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
