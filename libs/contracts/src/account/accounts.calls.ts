import { loginBody, registerBody, sessionAnswerSchema } from './accounts.js';
import { call } from '../shared/call.js';
import { changePasswordBody, passwordChangedSchema } from './sessions.js';

export const registerAccount = call('POST', '/auth/register', {
  summary: 'Creates an account and starts a session',
  description:
    'While registration is by invitation, it takes the code of one, which works once. While it is closed, it takes none.',
  access: 'public',
  needsProof: true,
  status: 201,
  body: { title: 'RegisterDto', fields: registerBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['forbidden', 'username_taken', 'username_reserved', 'email_taken', 'link_expired'],
});

export const logIn = call('POST', '/auth/login', {
  summary: 'Logs in and starts a session',
  description:
    'An account with second factors answers `second_factor_required` with a `challenge`, which `POST /api/auth/login/second-factor` completes. A suspended one answers `suspended` with a session for `GET /api/auth/suspension`, as every sign-in does.',
  access: 'public',
  body: { title: 'LoginDto', fields: loginBody },
  answer: sessionAnswerSchema,
  carriesSecret: true,
  problems: ['invalid_credentials', 'second_factor_required', 'suspended'],
  duringMaintenance: true,
});

export const changePassword = call('PATCH', '/auth/password', {
  summary: 'Changes the password',
  description:
    'Ends all other sessions and closes their sockets. This session stays open. All device tokens become invalid. The response contains a new one.',
  body: { title: 'ChangePasswordDto', fields: changePasswordBody },
  answer: passwordChangedSchema,
  problems: ['reauthentication_required', 'wrong_password'],
});
