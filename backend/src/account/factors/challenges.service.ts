import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CHALLENGE_LIFETIME_MS, SECURITY_MESSAGES } from '@oniverse/contracts';
import { AuthChallenge, type ChallengeKind } from '@oniverse/data';
import { ProblemError } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';

/** Attempts with one challenge. */
const MAX_ATTEMPTS = 5;
const ID_BYTES = 32;

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

export const challengeExpired = (): ProblemError =>
  new ProblemError('challenge_expired', SECURITY_MESSAGES.challengeExpired);

type NewChallenge = Pick<AuthChallenge, 'kind' | 'userId'> &
  Partial<Pick<AuthChallenge, 'sessionId' | 'passkeyChallenge' | 'isKnownDevice' | 'deviceId'>>;

/** The steps of sign-ins and changes that wait for the client's answer. Each works once, for five minutes. */
@Injectable()
export class Challenges {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns the id, available only here, and when it expires */
  async create(
    challenge: NewChallenge,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ id: string; expiresAt: Date }> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const expiresAt = new Date(Date.now() + CHALLENGE_LIFETIME_MS);
    await manager.getRepository(AuthChallenge).insert({ ...challenge, hash: hashOf(id), expiresAt });
    return { id, expiresAt };
  }

  /** Stores what a passkey has to sign for an existing challenge. @throws ProblemError `challenge_expired` */
  async setPasskeyChallenge(id: string, kind: ChallengeKind, passkeyChallenge: string): Promise<void> {
    const { affected } = await this.dataSource
      .getRepository(AuthChallenge)
      .createQueryBuilder()
      .update({ passkeyChallenge })
      .where('hash = :hash AND kind = :kind AND expires_at > now()', { hash: hashOf(id), kind })
      .execute();
    if (affected !== 1) throw challengeExpired();
  }

  /** Returns a challenge without using it. @throws ProblemError `challenge_expired` */
  async find(id: string, kind: ChallengeKind): Promise<AuthChallenge> {
    const challenge = await this.dataSource
      .getRepository(AuthChallenge)
      .createQueryBuilder('challenge')
      .where('challenge.hash = :hash AND challenge.kind = :kind AND challenge.expires_at > now()', {
        hash: hashOf(id),
        kind,
      })
      .getOne();
    if (!challenge) throw challengeExpired();
    return challenge;
  }

  /**
   * Counts an attempt before it is checked, so that concurrent attempts gain nothing over sequential ones.
   * @throws ProblemError `challenge_expired`, also after too many attempts
   */
  async countAttempt(id: string, kind: ChallengeKind): Promise<AuthChallenge> {
    const challenge = await this.find(id, kind);
    const { affected } = await this.dataSource
      .getRepository(AuthChallenge)
      .createQueryBuilder()
      .update({ failures: () => 'failures + 1' })
      .where('hash = :hash AND failures < :max', { hash: challenge.hash, max: MAX_ATTEMPTS })
      .execute();
    if (affected !== 1) throw challengeExpired();
    return challenge;
  }

  /** Uses a challenge up, in the transaction of its effect. @throws ProblemError `challenge_expired` if it was used */
  async use(manager: EntityManager, { hash }: AuthChallenge): Promise<void> {
    const { affected } = await manager.getRepository(AuthChallenge).delete({ hash });
    if (affected !== 1) throw challengeExpired();
  }
}
