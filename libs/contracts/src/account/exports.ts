import { call } from '../shared/call.js';
import { object, text, timestamp, type TypeOf } from '../shared/schema.js';

export const exportTicketSchema = object(
  'ExportTicket',
  "A one-time download address for all of the caller's data.",
  {
    url: text('The download address. It is a credential and needs no session.', {
      example: 'http://localhost:3000/exports/Q0x…',
    }),
    expiresAt: timestamp('When the address stops working.'),
  },
);
export type ExportTicket = TypeOf<typeof exportTicketSchema>;

export const exportBytesSchema = text(
  "All of the member's data as a ZIP file: JSON, Markdown and pictures.",
  {
    format: 'binary',
  },
);
export const EXPORT_TYPE = 'application/zip';

export const createExportAddress = call('POST', '/users/me/export', {
  summary: "Creates a download address for an export of the caller's data",
  description: 'The address works once, within 15 minutes. A new address replaces the previous one.',
  forSuspended: true,
  answer: exportTicketSchema,
  carriesSecret: true,
  problems: ['reauthentication_required'],
});
