import { call } from '../shared/call.js';
import { SERVER_AUDIT_DAYS } from '../safety/report-kinds.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';
import { serverAuditSchema } from './server-audit.js';

export const listServerAudit = call({
  method: 'GET',
  path: '/servers/:id/audit',
  summary: 'Lists what the staff of a dimension did, newest first',
  description: `For the owner and moderators. Entries are retained for ${SERVER_AUDIT_DAYS} days.`,
  params: { id: id('The dimension.') },
  query: pageQuery,
  answer: list(serverAuditSchema),
  paged: true,
  problems: ['not_found', 'forbidden'],
});
