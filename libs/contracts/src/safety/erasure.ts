import { password } from '../account/account-rules.js';
import { call } from '../shared/call.js';
import { field, type FieldRules, required, UNTRIMMED } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';

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

export const eraseAccount = call('DELETE', '/users/me', {
  summary: 'Erases the account and everything it owns',
  description:
    'All sessions and their sockets end immediately. Messages remain without their author. An owned dimension passes to its longest-standing moderator, or else its longest-standing member. A dimension without other members is deleted. The Oni ID becomes available again, unless a waitlist claim that was never proven with its access key still reserves it.',
  forSuspended: true,
  body: { title: 'EraseDto', fields: eraseBody },
  answer: okSchema,
  problems: ['reauthentication_required', 'wrong_password'],
});
