import { Inject, Injectable } from '@nestjs/common';
import { type PasskeyAnswer, type Phrase, type SecondFactor, SECURITY_MESSAGES } from '@oniverse/contracts';
import type { AuthChallenge } from '@oniverse/data';
import { CONFIG, type Config, ProblemError, type RateLimit, RateLimits, unseal } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { PasswordsService } from '../passwords/passwords.service.js';
import { challengeExpired } from './challenges.service.js';
import { FactorsRepository } from './factors.repository.js';
import { PasskeyVerifier, wrongPasskey } from './passkey-verifier.js';
import { normaliseRecoveryCode } from './recovery-codes.js';
import { checkTotp } from './totp.js';

/** What a client gives to prove a factor. */
export interface Proof {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

/** A proof whose recovery code, if it has one, was compared. */
export interface PreparedProof extends Proof {
  /** The code of the account that the given one matches. */
  recoveryCodeId?: string | undefined;
}

/** A proof that was right. */
export interface Proven {
  factor: SecondFactor;
  /** The number of recovery codes that are left, if one was used. */
  codesLeft?: number;
}

/**
 * Attempts, right and wrong, of all strangers together, and of each source that the account knows: a stranger with the
 * password cannot lock these out. Three of a million codes are right at any time, so 50 attempts a day find one with a
 * probability of 5 % in a year.
 */
const ATTEMPTS: readonly RateLimit[] = [
  { name: 'factorAttempts', points: 10, seconds: 15 * 60 },
  { name: 'factorAttemptsPerDay', points: 50, seconds: 24 * 60 * 60 },
];

/** Attempts of an account from everywhere: at most 15 % in a year, for an attacker with two known sources too. */
const ALL_ATTEMPTS: RateLimit = { name: 'factorAttemptsFromAll', points: 150, seconds: 24 * 60 * 60 };

/** Where an attempt comes from; undefined for strangers. A password alone must not give access to any source. */
export type AttemptSource = `device:${string}` | `network:${string}` | `session:${string}` | undefined;

const refused = (phrase: Phrase): ProblemError => new ProblemError('invalid_code', phrase);

/** Checks second factors. */
@Injectable()
export class Proofs {
  constructor(
    private readonly repository: FactorsRepository,
    private readonly passwords: PasswordsService,
    private readonly passkeys: PasskeyVerifier,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Counts an attempt of an account. @throws ProblemError `rate_limited` */
  async countAttempt(userId: string, source: AttemptSource): Promise<void> {
    const key = source === undefined ? userId : `${userId}|${source}`;
    for (const limit of ATTEMPTS) await this.limits.consume(limit, key);
    await this.limits.consume(ALL_ATTEMPTS, userId);
  }

  /**
   * Compares a recovery code. Comparing is slow, so it comes before the transaction: a few sign-ins at once would keep
   * every connection to the database.
   */
  async prepare(userId: string, proof: Proof): Promise<PreparedProof> {
    const { recoveryCode } = proof;
    if (recoveryCode === undefined) return proof;
    return { ...proof, recoveryCodeId: await this.findRecoveryCode(userId, recoveryCode) };
  }

  /**
   * Checks exactly one proof, and uses it up in the caller's transaction.
   * @param proof from `prepare`
   * @param challenge what a passkey had to sign
   * @throws ProblemError `invalid_code`, also unless there is exactly one proof; `challenge_expired`
   */
  async verify(
    manager: EntityManager,
    userId: string,
    proof: PreparedProof,
    challenge: AuthChallenge | undefined,
  ): Promise<Proven> {
    const { code, recoveryCode, recoveryCodeId, passkey } = proof;
    if ([code, recoveryCode, passkey].filter((given) => given !== undefined).length !== 1) {
      throw refused(SECURITY_MESSAGES.oneProof);
    }
    if (passkey !== undefined) {
      await this.verifyPasskey(manager, passkey, challenge, userId);
      return { factor: 'passkey' };
    }
    if (recoveryCode !== undefined) {
      return {
        factor: 'recovery-code',
        codesLeft: await this.useRecoveryCode(manager, userId, recoveryCodeId),
      };
    }
    await this.verifyTotp(manager, userId, code ?? '', { isConfirmed: true });
    return { factor: 'totp' };
  }

  /** Checks a passkey and records its use. @returns its account. @throws ProblemError `invalid_code`, `challenge_expired` */
  async verifyPasskey(
    manager: EntityManager,
    answer: PasskeyAnswer,
    challenge: AuthChallenge | undefined,
    userId?: string,
  ): Promise<string> {
    if (!challenge?.passkeyChallenge) throw challengeExpired();
    const passkey = await this.repository.findPasskey(manager, answer.id);
    if (!passkey || (userId !== undefined && passkey.userId !== userId)) throw wrongPasskey();
    const counter = await this.passkeys.verify(answer, challenge.passkeyChallenge, passkey);
    // Before the passkey's own row, as its removal does.
    await this.repository.lockOwner(manager, passkey.userId);
    const isFirst = await this.repository.recordUse(manager, passkey.id, passkey.counter, counter);
    if (!isFirst) throw wrongPasskey();
    return passkey.userId;
  }

  /**
   * Checks a code of the authenticator app and marks it as used.
   * @param state.isConfirmed whether the app is in use, or being set up
   * @throws ProblemError `invalid_code`
   */
  async verifyTotp(
    manager: EntityManager,
    userId: string,
    code: string,
    state: { isConfirmed: boolean },
  ): Promise<void> {
    const factor = await this.repository.lockTotp(manager, userId);
    const secret = factor ? unseal(factor.secret, this.config.accountKeys, userId) : undefined;
    if (!factor || secret === undefined || (factor.confirmedAt !== null) !== state.isConfirmed) {
      throw refused(SECURITY_MESSAGES.wrongCode);
    }
    const check = checkTotp(secret, code, Date.now());
    if (check.step === null) {
      // Of an app in use, nobody learns that a code is right but for the clock: it would make guessing easier.
      throw refused(state.isConfirmed ? SECURITY_MESSAGES.wrongCode : phraseOf(check.minutesOff));
    }
    if (check.step <= factor.lastStep) throw refused(SECURITY_MESSAGES.usedCode);
    await this.repository.setLastStep(manager, userId, check.step);
  }

  private async findRecoveryCode(userId: string, given: string): Promise<string | undefined> {
    const code = normaliseRecoveryCode(given);
    for (const { id, hash } of await this.repository.listRecoveryCodes(userId)) {
      if (await this.passwords.matches(hash, code)) return id;
    }
    return undefined;
  }

  /** @returns how many are left. @throws ProblemError `invalid_code`, also for a code that was used since it was compared */
  private async useRecoveryCode(
    manager: EntityManager,
    userId: string,
    id: string | undefined,
  ): Promise<number> {
    if (id === undefined || !(await this.repository.deleteRecoveryCode(manager, id))) {
      throw refused(SECURITY_MESSAGES.wrongRecoveryCode);
    }
    return (await this.repository.listRecoveryCodes(userId, manager)).length;
  }
}

/** Returns why a code of a setup, whose secret the client was given, is wrong. A code that would be right a few minutes earlier or later means a wrong clock. */
function phraseOf(minutesOff: number | null): Phrase {
  if (minutesOff === null) return SECURITY_MESSAGES.wrongCode;
  return minutesOff > 0
    ? SECURITY_MESSAGES.clockFast({ minutes: minutesOff })
    : SECURITY_MESSAGES.clockSlow({ minutes: -minutesOff });
}
