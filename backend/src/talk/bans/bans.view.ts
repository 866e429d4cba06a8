import type { BanView } from '@oniverse/contracts';
import { authorView } from '../../shared/index.js';
import type { BanRow } from './bans.repository.js';

export const banView = (row: BanRow): BanView => ({
  userId: row.user_id,
  ...authorView(row),
  isBan: row.is_ban,
  bannedAt: row.removed_at.toISOString(),
});
