import type { MemberView } from '@oniverse/contracts';
import { authorView } from '../../shared/index.js';
import type { MemberRow } from './members.repository.js';

export function memberView(row: MemberRow, online: ReadonlySet<string>): MemberView {
  return {
    userId: row.user_id,
    ...authorView(row),
    role: row.role,
    online: online.has(row.user_id),
    joinedAt: row.joined_at.toISOString(),
  };
}
