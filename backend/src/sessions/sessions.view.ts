import type { SessionView } from '@oniverse/contracts';
import type { OwnSessionRow } from './sessions.repository.js';

/**
 * A session, as its member sees it.
 * @param currentId the public id of the one that asks
 */
export function sessionView(row: OwnSessionRow, currentId: string): SessionView {
  return {
    id: row.id,
    device: row.device,
    current: row.id === currentId,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}
