import { Injectable } from '@nestjs/common';
import type { PasskeyOptions, PasskeyView, SecondFactor } from '@oniverse/contracts';
import { CHALLENGE_KINDS } from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { Challenges } from './challenges.service.js';
import { FactorsRepository } from './factors.repository.js';
import { passkeyView } from './factors.service.js';
import { PasskeyVerifier } from './passkey-verifier.js';

export interface FactorsOfAccount {
  totpSince: string | null;
  recoveryCodesLeft: number;
  passkeys: PasskeyView[];
}

/** What other features need to know of second factors, and the passkey requests of sign-ins. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly repository: FactorsRepository,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeyVerifier,
  ) {}

  /** Returns the factors of an account; empty if its password suffices. */
  async list(userId: string, manager?: EntityManager): Promise<SecondFactor[]> {
    return this.repository.listFactors(userId, manager);
  }

  async describe(userId: string): Promise<FactorsOfAccount> {
    const { totp_since: since, recovery_codes: recoveryCodesLeft } = await this.repository.getState(userId);
    const passkeys = await this.repository.listPasskeys(userId);
    return {
      totpSince: since?.toISOString() ?? null,
      recoveryCodesLeft,
      passkeys: passkeys.map(passkeyView),
    };
  }

  /** Asks for any passkey of this site, which names its account. */
  async startPasskeySignIn(): Promise<PasskeyOptions> {
    const options = await this.passkeys.requestOptions(undefined);
    const { id } = await this.challenges.create({
      kind: CHALLENGE_KINDS.passkeySignIn,
      userId: null,
      passkeyChallenge: options.challenge,
    });
    return { challenge: id, options: { ...options } };
  }

  /** Asks for a passkey as the second factor of a sign-in. @throws ProblemError `challenge_expired` */
  async startPasskeyAsFactor(challenge: string): Promise<PasskeyOptions> {
    const { userId } = await this.challenges.find(challenge, CHALLENGE_KINDS.secondFactor);
    const options = await this.passkeys.requestOptions(
      userId === null ? [] : await this.repository.listPasskeys(userId),
    );
    await this.challenges.setPasskeyChallenge(challenge, CHALLENGE_KINDS.secondFactor, options.challenge);
    return { challenge, options: { ...options } };
  }

  /** Asks for a passkey as proof of identity in a session. */
  async startReauthentication(userId: string, sessionHash: string): Promise<PasskeyOptions> {
    const options = await this.passkeys.requestOptions(await this.repository.listPasskeys(userId));
    const { id } = await this.challenges.create({
      kind: CHALLENGE_KINDS.reauthentication,
      userId,
      sessionId: sessionHash,
      passkeyChallenge: options.challenge,
    });
    return { challenge: id, options: { ...options } };
  }
}
