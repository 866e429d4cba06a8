import type { AccountActivityView } from '@oniverse/contracts';
import type { ActivityRow } from './account-activity.repository.js';

export const accountActivityView = (row: ActivityRow): AccountActivityView => ({
  id: row.id,
  kind: row.kind,
  sessionId: row.session_id,
  device: row.device,
  address: row.address,
  detail: row.detail,
  count: row.count,
  createdAt: row.created_at.toISOString(),
});
