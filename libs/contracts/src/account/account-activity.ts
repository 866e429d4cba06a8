import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import {
  id,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

/** How long a member sees what happened to the account, in days. */
export const ACCOUNT_ACTIVITY_DAYS = 180;

export const ACCOUNT_ACTIVITY_KINDS = [
  'registered',
  'signed_in',
  'signed_in_new_device',
  'sign_in_failed',
  'second_factor_failed',
  'reauthenticated',
  'sign_in_disowned',
  'sign_in_confirmed',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_verified',
  'email_changed',
  'email_change_undone',
  'email_lost',
  'totp_enabled',
  'totp_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'exported',
  'erasure_refused',
  'role_changed',
  'warned',
  'warning_withdrawn',
  'content_hidden',
  'content_shown',
  'suspended',
  'suspension_ended',
  'appealed',
  'appeal_upheld',
] as const;
export type AccountActivityKind = (typeof ACCOUNT_ACTIVITY_KINDS)[number];

/** The kinds that the member is informed of by mail, at the address that was verified last. */
export const MAILED_ACTIVITY_KINDS = [
  'signed_in_new_device',
  'sign_in_disowned',
  'password_changed',
  'password_reset',
  'email_change_undone',
  'email_lost',
  'totp_enabled',
  'totp_disabled',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'warned',
  'content_hidden',
  'suspended',
  'suspension_ended',
  'appeal_upheld',
] as const satisfies readonly AccountActivityKind[];
export type MailedActivityKind = (typeof MAILED_ACTIVITY_KINDS)[number];

export const accountActivitySchema = object(
  'AccountActivity',
  "Something that happened to the security of the caller's account.",
  {
    id: id('The entry.'),
    kind: oneOf(ACCOUNT_ACTIVITY_KINDS, 'What happened.', 'signed_in'),
    sessionId: nullable(id('The public id of the session. It may have ended.')),
    device: nullable(text('The User-Agent of the browser.', { example: 'Mozilla/5.0 (X11; Linux x86_64)' })),
    address: nullable(text('The network of the client.', { example: '203.0.113.0/24' })),
    detail: nullable(
      text('What it concerns, such as the name of a passkey or a masked e-mail address.', {
        example: 'Laptop',
      }),
    ),
    count: wholeNumber('How often it happened; failures from one network within an hour are one entry.', {
      minimum: 1,
      example: 1,
    }),
    createdAt: timestamp('When it happened first.'),
  },
);
export type AccountActivityView = TypeOf<typeof accountActivitySchema>;

export const disownActivity = call('POST', '/auth/activity/:id/disown', {
  summary: 'Disowns a sign-in of the account activity',
  description:
    'Ends all other sessions, and removes second factors as a reset does. The member should change the password next.',
  params: { id: id('The entry.') },
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
});

export const listAccountActivity = call('GET', '/auth/activity', {
  summary: "Lists what happened to the security of the caller's account, newest first",
  description: `Entries are kept for ${ACCOUNT_ACTIVITY_DAYS} days.`,
  query: pageQuery,
  answer: list(accountActivitySchema),
});
