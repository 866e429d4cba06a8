import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';

// Apart from the other calls of sessions, because the first scripts of every page have it.
export const logOut = call({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Logs out',
  description: 'Ends this session and closes its sockets.',
  answer: okSchema,
});
