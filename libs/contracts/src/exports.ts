import { moment, object, text, type TypeOf } from './schema.js';

/** Where all that a member has may be fetched, once. */
export const exportTicketSchema = object('ExportTicket', "Where all of one's data may be fetched, once.", {
  url: text('The address to fetch it from. It needs no session: it is a credential itself.', {
    example: 'http://localhost:3000/exports/Q0x…',
  }),
  expiresAt: moment('When the address stops working.'),
});
export type ExportTicket = TypeOf<typeof exportTicketSchema>;

/** All that a member has. */
export const exportBytesSchema = text("All of a member's data: JSON, Markdown and pictures, as a ZIP file.", {
  format: 'binary',
});
/** What an export is sent as. */
export const EXPORT_TYPE = 'application/zip';

/** `DELETE /api/users/me` */
export interface EraseBody {
  password: string;
}
