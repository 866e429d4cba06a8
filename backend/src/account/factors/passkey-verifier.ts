import { Inject, Injectable } from '@nestjs/common';
import {
  CHALLENGE_LIFETIME_MS,
  type PasskeyAnswer,
  PRODUCT_NAME,
  SECURITY_MESSAGES,
} from '@oniverse/contracts';
import type { Passkey } from '@oniverse/data';
import { LOGGER, type Logger, ProblemError } from '@oniverse/platform';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { PasskeySite } from './passkey-site.js';

export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>;
export type StoredPasskey = Pick<
  Passkey,
  'id' | 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports'
>;
type Known = Pick<Passkey, 'credentialId' | 'transports'>;

export const wrongPasskey = (): ProblemError =>
  new ProblemError('invalid_code', SECURITY_MESSAGES.wrongPasskey);

const knownOf = ({ credentialId, transports }: Known) => ({ id: credentialId, transports });

/** Speaks WebAuthn (https://www.w3.org/TR/webauthn-3/) through the library: what to ask, and whether an answer is right. */
@Injectable()
export class PasskeyVerifier {
  constructor(
    private readonly site: PasskeySite,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the options of a new passkey, which can sign in without a password. */
  async registrationOptions(
    account: { id: string; username: string; displayName: string | null },
    existing: readonly Known[],
  ) {
    return generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: this.site.domain,
      userID: Uint8Array.from(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
      userName: account.username,
      userDisplayName: account.displayName ?? account.username,
      timeout: CHALLENGE_LIFETIME_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(knownOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Returns the options of a request. @param allowed the account's passkeys; undefined lets the member choose an account */
  async requestOptions(allowed: readonly Known[] | undefined) {
    return generateAuthenticationOptions({
      rpID: this.site.domain,
      timeout: CHALLENGE_LIFETIME_MS,
      userVerification: 'required',
      ...(allowed && { allowCredentials: allowed.map(knownOf) }),
    });
  }

  /** @throws ProblemError `invalid_code` */
  async verifyNew(answer: PasskeyAnswer, challenge: string): Promise<NewPasskey> {
    const { verified, registrationInfo } = await this.check(() =>
      verifyRegistrationResponse({
        response: registrationAnswer(answer),
        expectedChallenge: challenge,
        expectedOrigin: this.site.originsFor(answer),
        expectedRPID: this.site.domain,
        requireUserVerification: true,
      }),
    );
    if (!verified) throw wrongPasskey();
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: String(credential.counter),
      transports: (credential.transports ?? []).slice(0, MAX_TRANSPORTS),
      isSynced: credentialBackedUp,
    };
  }

  /** @returns the counter to store. @throws ProblemError `invalid_code`, also for a counter that went backwards */
  async verify(answer: PasskeyAnswer, challenge: string, passkey: StoredPasskey): Promise<number> {
    const { verified, authenticationInfo } = await this.check(() =>
      verifyAuthenticationResponse({
        response: authenticationAnswer(answer),
        expectedChallenge: challenge,
        expectedOrigin: this.site.originsFor(answer),
        expectedRPID: this.site.domain,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
          counter: Number(passkey.counter),
        },
      }),
    );
    if (!verified) throw wrongPasskey();
    return authenticationInfo.newCounter;
  }

  /** The library throws a plain error for every answer that is not right. */
  private async check<T>(verification: () => Promise<T>): Promise<T> {
    try {
      return await verification();
    } catch (error) {
      this.logger.debug({ reason: error instanceof Error ? error.message : undefined }, 'Passkey refused');
      throw wrongPasskey();
    }
  }
}

const MAX_TRANSPORTS = 8;

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw wrongPasskey();
  return value;
};

/** Keeps the fields that are verified. */
const registrationAnswer = ({ id, rawId, type, response }: PasskeyAnswer): RegistrationResponseJSON => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: textOf(response['clientDataJSON']),
    attestationObject: textOf(response['attestationObject']),
    ...(Array.isArray(response['transports']) && {
      transports: response['transports'].filter((transport: unknown) => typeof transport === 'string'),
    }),
  },
});

const authenticationAnswer = ({ id, rawId, type, response }: PasskeyAnswer): AuthenticationResponseJSON => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
  response: {
    clientDataJSON: textOf(response['clientDataJSON']),
    authenticatorData: textOf(response['authenticatorData']),
    signature: textOf(response['signature']),
  },
});
