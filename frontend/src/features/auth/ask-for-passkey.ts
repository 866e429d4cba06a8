import { type PasskeyOptionsBody, passkeyOptionsSchema, type PasskeySignInBody } from '@oniverse/contracts';
import { http } from '../../api/http.js';
import { parse } from '../../api/parse.js';
import { requestPasskey } from '../../api/passkeys.js';

/** Asks the browser for a passkey: any of this site, or one of the account of a challenge. @throws PasskeyError */
export async function askForPasskey(body: PasskeyOptionsBody): Promise<PasskeySignInBody> {
  const answer = await http('/api/auth/passkey/options', { method: 'POST', body });
  const { challenge, options } = parse(passkeyOptionsSchema, answer);
  return { challenge, passkey: await requestPasskey(options) };
}
