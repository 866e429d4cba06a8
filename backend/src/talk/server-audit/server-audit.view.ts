import type { ServerAuditView } from '@oniverse/contracts';
import { prefixedAuthorView } from '../../shared/index.js';
import type { AuditRow } from './server-audit.repository.js';

export const serverAuditView = (row: AuditRow): ServerAuditView => ({
  id: row.id,
  kind: row.kind,
  actor: prefixedAuthorView(row, 'actor'),
  subject: prefixedAuthorView(row, 'subject'),
  channelId: row.channel_id,
  detail: row.detail,
  createdAt: row.created_at.toISOString(),
});
