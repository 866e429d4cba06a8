import { Injectable } from '@nestjs/common';
import {
  type AccountActivityKind,
  currentUserSchema,
  MEASURE_MESSAGES,
  type PasskeyOptions,
  type PasskeyOptionsBody,
  type PasskeySignInBody,
  type SecondFactorBody,
  SECURITY_MESSAGES,
  type SessionAnswer,
  viewOf,
} from '@oniverse/contracts';
import { CHALLENGE_KINDS, type User } from '@oniverse/data';
import { ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { networkOf } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { challengeExpired, Challenges } from '../factors/challenges.service.js';
import { type AttemptSource, Proofs, type Proven } from '../factors/proofs.service.js';
import { SecondFactors } from '../factors/second-factors.service.js';
import { issueDeviceToken } from '../passwords/device-tokens.js';
import type { NewSession, Origin } from '../../shared/index.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SignInsRepository } from './sign-ins.repository.js';

/** Challenges that visitors start, per client address. */
const CHALLENGE_LIMIT: RateLimit = { name: 'challenges', points: 60, seconds: 15 * 60 };
/** Second factors that are asked for after a right password, per client address. */
const FACTOR_CHALLENGE_LIMIT: RateLimit = { ...CHALLENGE_LIMIT, name: 'factor-challenges' };
/** Complete sign-ins of an account. */
export const SIGN_IN_LIMIT: RateLimit = { name: 'logins', points: 100, seconds: 60 * 60 };

type AfterCommit = () => Promise<void>;

/** Who signs in, and how. */
export interface SignIn {
  user: User;
  kind: Extract<AccountActivityKind, 'registered' | 'signed_in' | 'signed_in_new_device'>;
  detail?: string;
  afterCommit?: readonly AfterCommit[];
}

interface StartedSession {
  user: User;
  session: NewSession;
  afterCommit: readonly AfterCommit[];
}

const kindOf = (isKnownDevice: boolean): SignIn['kind'] =>
  isKnownDevice ? 'signed_in' : 'signed_in_new_device';

/** Starts sessions: the last step of every sign-in and registration. */
@Injectable()
export class SignInsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SignInsRepository,
    private readonly sessions: SessionsService,
    private readonly challenges: Challenges,
    private readonly factors: SecondFactors,
    private readonly proofs: Proofs,
    private readonly activity: AccountActivityService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Starts a session with a new credential, in the transaction that decides who signs in.
   * @param resolve must lock the user's row, so that a concurrent change of the password does not miss the session
   */
  async begin(origin: Origin, resolve: (manager: EntityManager) => Promise<SignIn>): Promise<SessionAnswer> {
    const started = await this.dataSource.transaction(async (manager) =>
      this.startSession(manager, origin, await resolve(manager)),
    );
    return this.answerWith(started);
  }

  /**
   * Signs in a member whose password was right, or asks for the second factor.
   * @param checked the password hash that was right; a concurrent change of it refuses the sign-in
   * @throws ProblemError `second_factor_required`, `rate_limited`; what `refuse` returns after a concurrent change
   */
  async beginWithPassword(
    { id, password: checked }: User,
    { deviceId, origin, refuse }: { deviceId: string | null; origin: Origin; refuse: () => ProblemError },
  ): Promise<SessionAnswer> {
    const isKnownDevice = deviceId !== null;
    const outcome = await this.dataSource.transaction(async (manager) => {
      // A concurrent change of the password or of factors ends only what it can see, so nothing may be added after it.
      const user = await this.repository.lockWithPassword(manager, id, checked);
      if (!user) throw refuse();
      const factors = await this.factors.list(id, manager);
      if (factors.length === 0) {
        await this.limits.consume(SIGN_IN_LIMIT, id);
        return this.startSession(manager, origin, { user, kind: kindOf(isKnownDevice) });
      }
      // Not the account's: who knows the password alone must not use up the owner's sign-ins.
      await this.limits.consume(FACTOR_CHALLENGE_LIMIT, origin.address);
      const challenge = { kind: CHALLENGE_KINDS.secondFactor, userId: id, isKnownDevice, deviceId };
      return { factors, ...(await this.challenges.create(challenge, manager)) };
    });
    if ('session' in outcome) return this.answerWith(outcome);
    const { id: challenge, factors, expiresAt } = outcome;
    throw new ProblemError('second_factor_required', SECURITY_MESSAGES.secondFactorRequired, {
      challenge: { id: challenge, factors, expiresAt: expiresAt.toISOString() },
    });
  }

  /** @throws ProblemError `challenge_expired`, `invalid_code`, `rate_limited` */
  async completeWithFactor(body: SecondFactorBody, origin: Origin): Promise<SessionAnswer> {
    const challenge = await this.challenges.countAttempt(body.challenge, CHALLENGE_KINDS.secondFactor);
    const { userId, isKnownDevice, deviceId } = challenge;
    if (userId === null) throw challengeExpired();
    await this.proofs.countAttempt(
      userId,
      deviceId === null ? await this.knownNetworkOf(userId, origin) : `device:${deviceId}`,
    );
    const proof = await this.proofs.prepare(userId, body);
    try {
      return await this.begin(origin, async (manager) => {
        const user = await this.repository.lock(manager, userId);
        if (!user) throw challengeExpired();
        // Locks before it checks: of two proofs for one challenge, the second waits and finds it used.
        await this.challenges.use(manager, challenge);
        const proven = await this.proofs.verify(manager, userId, proof, challenge);
        await this.limits.consume(SIGN_IN_LIMIT, userId);
        const afterCommit = await this.recordCode(manager, userId, origin, proven);
        return { user, kind: kindOf(isKnownDevice), detail: proven.factor, afterCommit };
      });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'invalid_code') {
        await this.activity.recordFailure({ userId, kind: 'second_factor_failed', origin });
      }
      throw error;
    }
  }

  /** @throws ProblemError `challenge_expired`, `rate_limited` */
  async startPasskey({ challenge }: PasskeyOptionsBody, address: string): Promise<PasskeyOptions> {
    await this.limits.consume(CHALLENGE_LIMIT, address);
    return challenge === undefined
      ? this.factors.startPasskeySignIn()
      : this.factors.startPasskeyAsFactor(challenge);
  }

  /** Signs in by a passkey alone, which verified its user. @throws ProblemError `challenge_expired`, `invalid_code`, `rate_limited` */
  async beginWithPasskey(
    { challenge: id, passkey }: PasskeySignInBody,
    origin: Origin,
  ): Promise<SessionAnswer> {
    await this.limits.consume(CHALLENGE_LIMIT, origin.address);
    const challenge = await this.challenges.countAttempt(id, CHALLENGE_KINDS.passkeySignIn);
    return this.begin(origin, async (manager) => {
      await this.challenges.use(manager, challenge);
      const userId = await this.proofs.verifyPasskey(manager, passkey, challenge);
      await this.limits.consume(SIGN_IN_LIMIT, userId);
      const user = await this.repository.lock(manager, userId);
      if (!user) throw challengeExpired();
      const isKnown = await this.repository.isKnownBrowser(manager, userId, origin);
      return { user, kind: kindOf(isKnown), detail: 'passkey' };
    });
  }

  private async knownNetworkOf(userId: string, { address }: Origin): Promise<AttemptSource> {
    const network = networkOf(address);
    const isKnown = await this.repository.isKnownNetwork(this.dataSource.manager, userId, network);
    return isKnown ? `network:${network}` : undefined;
  }

  private async startSession(
    manager: EntityManager,
    origin: Origin,
    { user, kind, detail, afterCommit = [] }: SignIn,
  ): Promise<StartedSession> {
    const session = await this.sessions.create(manager, user.id, origin);
    const entry = { userId: user.id, kind, origin, sessionId: session.publicId };
    const recorded = await this.activity.record(manager, { ...entry, ...(detail && { detail }) });
    return { user, session, afterCommit: [...afterCommit, session.afterCommit, recorded] };
  }

  /** Call it after the commit. @throws ProblemError `suspended` with the restricted session of a suspended member */
  private async answerWith({ user, session, afterCommit }: StartedSession): Promise<SessionAnswer> {
    for (const task of afterCommit) await task();
    if (session.isRestricted) {
      const { sessionId, expiresAt } = session;
      throw new ProblemError('suspended', MEASURE_MESSAGES.suspended, {
        suspended: { sessionId, expiresAt: expiresAt.toISOString() },
      });
    }
    return {
      sessionId: session.sessionId,
      deviceToken: issueDeviceToken(user),
      user: viewOf(currentUserSchema, user),
    };
  }

  private async recordCode(
    manager: EntityManager,
    userId: string,
    origin: Origin,
    { codesLeft }: Proven,
  ): Promise<AfterCommit[]> {
    if (codesLeft === undefined) return [];
    const entry = { userId, kind: 'recovery_code_used', origin, detail: `${codesLeft} left` } as const;
    return [await this.activity.record(manager, entry)];
  }
}
