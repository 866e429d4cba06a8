import { type PasskeyOptionsBody, type PasskeySignInBody, startPasskeySignIn } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { requestPasskey } from '../../../api/passkeys.js';

/** Asks the browser for a passkey: any of this site, or one of the account of a challenge. @throws PasskeyError */
export async function askForPasskey(body: PasskeyOptionsBody): Promise<PasskeySignInBody> {
  const { challenge, options } = await send(startPasskeySignIn, { body });
  return { challenge, passkey: await requestPasskey(options) };
}
