import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';
import { sessionSchema } from './sessions.js';

export const listSessions = call({
  method: 'GET',
  path: '/auth/sessions',
  summary: "Lists the caller's sessions, newest first",
  query: pageQuery,
  answer: list(sessionSchema),
  paged: true,
});

export const endOtherSessions = call({
  method: 'DELETE',
  path: '/auth/sessions',
  summary: "Ends all of the caller's other sessions",
  description: 'Closes their sockets as well.',
  answer: okSchema,
  problems: ['reauthentication_required'],
});

export const endSession = call({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: "Ends one of the caller's sessions",
  description:
    'Closes its sockets as well. Ending the current session is a logout, which needs no confirmation.',
  params: { id: id('The id of the session.') },
  answer: okSchema,
  problems: ['reauthentication_required', 'not_found'],
});
