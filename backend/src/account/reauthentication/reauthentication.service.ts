import { Injectable } from '@nestjs/common';
import {
  type PasskeyOptions,
  type ReauthenticateBody,
  type Reauthenticated,
  REAUTHENTICATION_MS,
  SECURITY_MESSAGES,
} from '@oniverse/contracts';
import { CHALLENGE_KINDS } from '@oniverse/data';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { MemberChanges, type Origin, type SessionContext } from '../../shared/index.js';
import { challengeExpired, Challenges } from '../factors/challenges.service.js';
import { Proofs } from '../factors/proofs.service.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { CurrentPassword } from '../passwords/current-password.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Passkeys as proof of identity, per session. */
const PASSKEY_LIMIT: RateLimit = { name: 'passkeyConfirmations', points: 20, seconds: 15 * 60 };

/** Proof of identity within a session, which opens sensitive changes for ten minutes. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly currentPassword: CurrentPassword,
    private readonly changes: MemberChanges,
    private readonly challenges: Challenges,
    private readonly factors: SecondFactors,
    private readonly proofs: Proofs,
    private readonly sessions: SessionsService,
    private readonly activity: AccountActivityService,
    private readonly limits: RateLimits,
  ) {}

  async startPasskey({ userId, hash }: SessionContext): Promise<PasskeyOptions> {
    return this.factors.startReauthentication(userId, hash);
  }

  /**
   * Takes a passkey; or the password, with factors together with one of them. The session gets a new credential.
   * @throws ProblemError `wrong_password`, `invalid_code`, `challenge_expired`, `rate_limited`
   */
  async confirm(session: SessionContext, body: ReauthenticateBody, origin: Origin): Promise<Reauthenticated> {
    const { userId, publicId: sessionId } = session;
    const challenge =
      body.passkey === undefined ? undefined : await this.findChallenge(session, body.challenge);
    const factors = challenge ? [] : await this.factors.list(userId);
    if (!challenge) await this.currentPassword.require(session, body.password ?? '');
    const isFactorNeeded = challenge !== undefined || factors.length > 0;
    if (
      isFactorNeeded &&
      challenge === undefined &&
      body.code === undefined &&
      body.recoveryCode === undefined
    ) {
      throw new ProblemError('invalid_code', SECURITY_MESSAGES.needsSecondFactor);
    }
    // Only after the right password: a stolen session must not use up the attempts of its owner.
    if (factors.length > 0) await this.proofs.countAttempt(userId, `session:${sessionId}`);
    else if (challenge) await this.limits.consume(PASSKEY_LIMIT, sessionId);
    const { code, recoveryCode, passkey } = body;
    const proof = isFactorNeeded
      ? await this.proofs.prepare(userId, { code, recoveryCode, passkey })
      : undefined;
    try {
      const credential = await this.changes.runChange(userId, async (change) => {
        const { manager } = change;
        if (challenge) await this.challenges.use(manager, challenge);
        const proven = proof && (await this.proofs.verify(manager, userId, proof, challenge));
        const entry = { userId, origin, sessionId };
        if (proven?.codesLeft !== undefined) {
          const detail = `${proven.codesLeft} left`;
          const used = { ...entry, kind: 'recovery_code_used', detail } as const;
          change.afterCommit(await this.activity.record(manager, used));
        }
        const confirmed = {
          ...entry,
          kind: 'reauthenticated',
          detail: proven?.factor ?? 'password',
        } as const;
        change.afterCommit(await this.activity.record(manager, confirmed));
        return this.sessions.confirm(manager, session);
      });
      return { until: new Date(Date.now() + REAUTHENTICATION_MS).toISOString(), sessionId: credential };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'invalid_code') {
        await this.activity.recordFailure({ userId, kind: 'second_factor_failed', origin, sessionId });
      }
      throw error;
    }
  }

  /** Closes sensitive changes in this session at once. */
  async lock(session: SessionContext): Promise<void> {
    await this.changes.runChange(session.userId, async (change) => {
      await this.sessions.unconfirm(change.manager, session);
      change.afterCommit(async () => this.activity.publishChange(session.userId));
    });
  }

  /** Returns a challenge that was made for this session. */
  private async findChallenge({ hash, userId }: SessionContext, id: string | undefined) {
    if (id === undefined) throw challengeExpired();
    const challenge = await this.challenges.countAttempt(id, CHALLENGE_KINDS.reauthentication);
    if (challenge.sessionId !== hash || challenge.userId !== userId) throw challengeExpired();
    return challenge;
  }
}
