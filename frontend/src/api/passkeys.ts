import type { PasskeyAnswer } from '@oniverse/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import * as v from 'valibot';
import { parse } from './parse.js';
import { PasskeyError, type PasskeyProblem } from './passkey-support.js';

const isRecordWith = (value: unknown, ...names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);

const creationSchema = v.custom<PublicKeyCredentialCreationOptionsJSON>((value) =>
  isRecordWith(value, 'challenge', 'rp', 'user', 'pubKeyCredParams'),
);
const requestSchema = v.custom<PublicKeyCredentialRequestOptionsJSON>((value) =>
  isRecordWith(value, 'challenge'),
);

const loadLibrary = () => import('@simplewebauthn/browser');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

function problemOf(error: unknown, { WebAuthnError }: Library): PasskeyProblem {
  if (!(error instanceof Error)) return 'failed';
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'registered';
  }
  // Browsers answer a refusal, a timeout and a missing passkey alike.
  return ['NotAllowedError', 'AbortError'].includes(error.name) ? 'cancelled' : 'failed';
}

async function askBrowser(ask: (library: Library) => Promise<PasskeyAnswer>): Promise<PasskeyAnswer> {
  const library = await loadLibrary();
  try {
    return await ask(library);
  } catch (error) {
    throw new PasskeyError(problemOf(error, library), error);
  }
}

const answerOf = ({ response, ...answer }: { response: object } & Omit<PasskeyAnswer, 'response'>) => ({
  ...answer,
  response: { ...response },
});

/** Lets the member create a passkey. @param options from the server @throws PasskeyError */
export async function createPasskey(options: unknown): Promise<PasskeyAnswer> {
  const optionsJSON = parse(creationSchema, options);
  return askBrowser(async ({ startRegistration }) => answerOf(await startRegistration({ optionsJSON })));
}

/** Lets the member choose and unlock a passkey. @param options from the server @throws PasskeyError */
export async function requestPasskey(options: unknown): Promise<PasskeyAnswer> {
  const optionsJSON = parse(requestSchema, options);
  return askBrowser(async ({ startAuthentication }) => answerOf(await startAuthentication({ optionsJSON })));
}
