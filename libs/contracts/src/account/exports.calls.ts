import { call } from '../shared/call.js';
import { exportTicketSchema } from './exports.js';

export const createExportAddress = call({
  method: 'POST',
  path: '/users/me/export',
  summary: "Creates a download address for an export of the caller's data",
  description: 'The address works once, within 15 minutes. A new address replaces the previous one.',
  answer: exportTicketSchema,
  carriesSecret: true,
  problems: ['reauthentication_required'],
});
