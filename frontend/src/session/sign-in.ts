import {
  logIn,
  type LoginBody,
  type PasskeySignInBody,
  registerAccount,
  type RegisterBody,
  type SecondFactorBody,
  sendPasskey,
  sendSecondFactor,
  type SessionAnswer,
} from '@oniverse/contracts';
import { send } from '../api/calls.js';
import { storeSession } from '../api/stored-session.js';
import { storedDeviceToken, storeDeviceToken } from './device-token.js';

function storeAnswer({ user, deviceToken, sessionId }: SessionAnswer): void {
  storeDeviceToken(user.username, deviceToken);
  storeSession(sessionId);
}

/** Signs in and stores the session id. Sends the device token of an earlier sign-in with the same username. */
export async function login(body: Omit<LoginBody, 'deviceToken'>): Promise<void> {
  const deviceToken = storedDeviceToken(body.username);
  storeAnswer(await send(logIn, { body: { ...body, ...(deviceToken !== undefined && { deviceToken }) } }));
}

/** Completes a sign-in that asked for a second factor. */
export const completeSignIn = async (body: SecondFactorBody): Promise<void> =>
  storeAnswer(await send(sendSecondFactor, { body }));

/** Signs in with a passkey alone. */
export const signInWithPasskey = async (body: PasskeySignInBody): Promise<void> =>
  storeAnswer(await send(sendPasskey, { body }));

export const register = async (body: RegisterBody): Promise<void> =>
  storeAnswer(await send(registerAccount, { body }));
