import {
  type LoginBody,
  type PasskeySignInBody,
  type RegisterBody,
  type SecondFactorBody,
  sessionAnswerSchema,
} from '@oniverse/contracts';
import * as v from 'valibot';
import { http } from '../api/http.js';
import { parse } from '../api/parse.js';
import { storeSession } from '../api/stored-session.js';
import { storedDeviceToken, storeDeviceToken } from './device-token.js';

/** During an upgrade, a backend of the previous version may answer without a device token. */
const sessionAnswer = v.object({
  ...sessionAnswerSchema.entries,
  deviceToken: v.optional(sessionAnswerSchema.entries.deviceToken),
});

async function authenticate(
  path: string,
  body: LoginBody | RegisterBody | SecondFactorBody | PasskeySignInBody,
): Promise<void> {
  const answer = parse(sessionAnswer, await http(path, { method: 'POST', body }));
  storeDeviceToken(answer.user.username, answer.deviceToken);
  storeSession(answer.sessionId);
}

/** Signs in and stores the session id. Sends the device token of an earlier sign-in with the same username. */
export const login = (body: Omit<LoginBody, 'deviceToken'>): Promise<void> => {
  const deviceToken = storedDeviceToken(body.username);
  return authenticate('/api/auth/login', { ...body, ...(deviceToken !== undefined && { deviceToken }) });
};

/** Completes a sign-in that asked for a second factor. */
export const completeSignIn = (body: SecondFactorBody): Promise<void> =>
  authenticate('/api/auth/login/second-factor', body);

/** Signs in with a passkey alone. */
export const signInWithPasskey = (body: PasskeySignInBody): Promise<void> =>
  authenticate('/api/auth/passkey', body);

export const register = (body: RegisterBody): Promise<void> => authenticate('/api/auth/register', body);
