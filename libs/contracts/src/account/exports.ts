import { password } from './account-rules.js';
import { field, type FieldRules, required, UNTRIMMED } from '../shared/field-rules.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { timestamp, object, text, type TypeOf } from '../shared/schema.js';

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

export const ERASURE_MESSAGES = phrases({
  erasurePasswordRequired: 'Enter your password to erase your account.',
});

export const ERASURE_RULES = {
  password: field(
    'The password.',
    'Night@1ngale',
    [required(ERASURE_MESSAGES.erasurePasswordRequired), password.max],
    UNTRIMMED,
  ),
} as const satisfies Record<string, FieldRules>;

export const eraseBody = requestBody({
  password: textField(ERASURE_RULES.password),
});
export type EraseBody = BodyOf<typeof eraseBody>;
