import { ACCOUNT_ACTIVITY_DAYS, accountActivitySchema } from './account-activity.js';
import { securitySchema } from './account-security.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';

export const getAccountSecurity = call({
  method: 'GET',
  path: '/auth/security',
  summary: "Returns the state of the security of the caller's account",
  answer: securitySchema,
});

export const disownActivity = call({
  method: 'POST',
  path: '/auth/activity/:id/disown',
  summary: 'Disowns a sign-in of the account activity',
  description:
    'Ends all other sessions, and removes second factors as a reset does. The member should change the password next.',
  params: { id: id('The entry.') },
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
});

export const listAccountActivity = call({
  method: 'GET',
  path: '/auth/activity',
  summary: "Lists what happened to the security of the caller's account, newest first",
  description: `Entries are kept for ${ACCOUNT_ACTIVITY_DAYS} days.`,
  query: pageQuery,
  answer: list(accountActivitySchema),
  paged: true,
});
