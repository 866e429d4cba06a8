import { call } from '../shared/call.js';
import { eraseBody } from '../account/exports.js';
import { okSchema } from '../shared/ok.js';

export const eraseAccount = call({
  method: 'DELETE',
  path: '/users/me',
  summary: 'Erases the account and everything it owns',
  description:
    'All sessions and their sockets end immediately. Messages remain without their author. An owned dimension passes to its longest-standing moderator, or else its longest-standing member. A dimension without other members is deleted. The Oni ID becomes available again, unless a waitlist claim that was never proven with its access key still reserves it.',
  body: { title: 'EraseDto', fields: eraseBody },
  answer: okSchema,
  problems: ['reauthentication_required', 'wrong_password'],
});
