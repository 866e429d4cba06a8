import { deviceToken } from './accounts.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { RULES } from '../shared/rules.js';
import { flag, id, literalTrue, nullable, object, text, timestamp, type TypeOf } from '../shared/schema.js';

export const changePasswordBody = requestBody({
  currentPassword: textField(RULES.password.currentPassword),
  newPassword: textField(RULES.password.newPassword),
});
export type ChangePasswordBody = BodyOf<typeof changePasswordBody>;

export const passwordChangedSchema = object('PasswordChanged', 'The password was changed.', {
  ok: literalTrue('Always true.'),
  deviceToken,
});
export type PasswordChanged = TypeOf<typeof passwordChangedSchema>;

export const sessionSchema = object('Session', "One of the caller's sessions.", {
  id: id('The public id of the session; not the credential.'),
  device: nullable(text('The User-Agent of the browser.', { example: 'Mozilla/5.0 (X11; Linux x86_64)' })),
  address: nullable(text('The network of the client at the last use.', { example: '203.0.113.0/24' })),
  current: flag('Whether this is the session of the request.'),
  createdAt: timestamp('When the member logged in.'),
  lastSeenAt: timestamp('When it was last used, accurate to a few minutes.'),
  expiresAt: timestamp('When it ends if it is not used again. No session lasts longer than 180 days.'),
});
export type SessionView = TypeOf<typeof sessionSchema>;
