import type { SessionView } from '@oniverse/contracts';
import type { OwnSessionRow } from './sessions.repository.js';

/** @param currentId public id of the calling session */
export function sessionView(row: OwnSessionRow, currentId: string): SessionView {
  return {
    id: row.id,
    device: row.device,
    address: row.address,
    current: row.id === currentId,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
