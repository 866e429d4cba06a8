import { type InvitePreview, type ListedInvite, listedInviteSchema, viewOf } from '@oniverse/contracts';
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

export const listedInvite = (row: ListedInviteRow): ListedInvite =>
  viewOf(listedInviteSchema, { ...row, created_by: optionalAuthorView(row) });
