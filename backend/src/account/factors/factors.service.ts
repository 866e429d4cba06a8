import { Inject, Injectable } from '@nestjs/common';
import {
  type PasskeyAdded,
  type PasskeyBody,
  type PasskeyOptions,
  passkeySchema,
  type PasskeyView,
  type RecoveryCodes,
  SECURITY_MESSAGES,
  type TotpEnabled,
  type TotpSetup,
  viewOf,
} from '@oniverse/contracts';
import { CHALLENGE_KINDS, type Passkey } from '@oniverse/data';
import { CONFIG, type Config, notFound, ProblemError, violatedConstraint, seal } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import {
  type MemberChange,
  MemberChanges,
  type Origin,
  Quotas,
  type SessionContext,
  unauthorized,
} from '../../shared/index.js';
import { PasswordsService } from '../passwords/passwords.service.js';
import { challengeExpired, Challenges } from './challenges.service.js';
import { FactorRemoval } from './factor-removal.js';
import { FactorsRepository } from './factors.repository.js';
import { PasskeyVerifier } from './passkey-verifier.js';
import { Proofs } from './proofs.service.js';
import { newRecoveryCodes } from './recovery-codes.js';
import { newTotpSecret, totpUri } from './totp.js';

export const passkeyView = (passkey: Passkey): PasskeyView => viewOf(passkeySchema, passkey);

interface NewCodes {
  codes: string[];
  hashes: string[];
}

/** Adds and removes the second factors of accounts. Every call requires a recently confirmed session. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly repository: FactorsRepository,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeyVerifier,
    private readonly proofs: Proofs,
    private readonly removal: FactorRemoval,
    private readonly passwords: PasswordsService,
    private readonly activity: AccountActivityService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Starts to set up an authenticator app. @throws ProblemError `factors_unavailable`, `already_used` if one is in use */
  async startTotp(session: SessionContext): Promise<TotpSetup> {
    const { userId } = session;
    const [key] = this.config.accountKeys;
    if (key === undefined)
      throw new ProblemError('factors_unavailable', SECURITY_MESSAGES.factorsUnavailable);
    const secret = newTotpSecret();
    const username = await this.changes.runChange(session, async ({ manager }) => {
      const existing = await this.repository.lockTotp(manager, userId);
      if (existing && existing.confirmedAt !== null)
        throw new ProblemError('already_used', SECURITY_MESSAGES.totpInUse);
      await this.repository.replaceTotp(manager, userId, seal(secret, key, userId));
      return this.usernameOf(manager, userId);
    });
    return { secret, uri: totpUri(secret, username) };
  }

  /** Turns the app on with its first code. @throws ProblemError `invalid_code`, `rate_limited` */
  async confirmTotp(session: SessionContext, code: string, origin: Origin): Promise<TotpEnabled> {
    const { userId } = session;
    await this.proofs.countAttempt(userId, `session:${session.publicId}`);
    const firstCodes = await this.prepareFirstCodes(userId);
    const recoveryCodes = await this.changes.runChange(session, async (change) => {
      await this.proofs.verifyTotp(change.manager, userId, code, { isConfirmed: false });
      const codes = await this.storeFirstCodes(change.manager, userId, firstCodes);
      await this.repository.confirmTotp(change.manager, userId);
      await this.record(change, session, 'totp_enabled', origin);
      return codes;
    });
    return { ok: true, recoveryCodes };
  }

  /** @throws ProblemError `not_found` if no app is in use */
  async disableTotp(session: SessionContext, origin: Origin): Promise<void> {
    await this.changes.runChange(session, async (change) => {
      if (!(await this.repository.deleteTotp(change.manager, session.userId))) throw notFound();
      await this.removal.removeCodesWithoutFactor(change.manager, session.userId);
      await this.record(change, session, 'totp_disabled', origin);
    });
  }

  /** Makes new recovery codes; the old ones stop working. @throws ProblemError `not_found` without a second factor */
  async makeRecoveryCodes(session: SessionContext, origin: Origin): Promise<RecoveryCodes> {
    const { userId } = session;
    if ((await this.repository.listFactors(userId)).length === 0) throw notFound();
    const { codes, hashes } = await this.newCodes();
    await this.changes.runChange(session, async (change) => {
      if ((await this.repository.listFactors(userId, change.manager)).length === 0) throw notFound();
      await this.repository.replaceRecoveryCodes(change.manager, userId, hashes);
      await this.record(change, session, 'recovery_codes_made', origin);
    });
    return { codes };
  }

  /** @throws ProblemError `quota_reached` */
  async startPasskey({ userId, hash }: SessionContext): Promise<PasskeyOptions> {
    const { account, existing } = await this.changes.runChange(userId, async ({ manager }) => {
      await this.quotas.requireCapacity(manager, 'passkeys', userId);
      return {
        account: await this.accountOf(manager, userId),
        existing: await this.repository.listPasskeys(userId, manager),
      };
    });
    const options = await this.passkeys.registrationOptions(account, existing);
    const { id } = await this.challenges.create({
      kind: CHALLENGE_KINDS.passkeyRegistration,
      userId,
      sessionId: hash,
      passkeyChallenge: options.challenge,
    });
    return { challenge: id, options: { ...options } };
  }

  /** @throws ProblemError `challenge_expired`, `invalid_code`, `quota_reached`, `already_used` for a known passkey */
  async addPasskey(session: SessionContext, body: PasskeyBody, origin: Origin): Promise<PasskeyAdded> {
    const { userId } = session;
    const challenge = await this.challenges.countAttempt(body.challenge, CHALLENGE_KINDS.passkeyRegistration);
    if (challenge.sessionId !== session.hash || !challenge.passkeyChallenge) throw challengeExpired();
    const verified = await this.passkeys.verifyNew(body.passkey, challenge.passkeyChallenge);
    const firstCodes = await this.prepareFirstCodes(userId);
    try {
      return await this.changes.runChange(session, async (change) => {
        const { manager } = change;
        await this.challenges.use(manager, challenge);
        await this.quotas.requireCapacity(manager, 'passkeys', userId);
        const recoveryCodes = await this.storeFirstCodes(manager, userId, firstCodes);
        const passkey = await this.repository.insertPasskey(manager, {
          ...verified,
          userId,
          name: body.name,
        });
        await this.record(change, session, 'passkey_added', origin, body.name);
        return { passkey: passkeyView(passkey), recoveryCodes };
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'passkeys_credential_id_key') throw error;
      throw new ProblemError('already_used', SECURITY_MESSAGES.passkeyKnown);
    }
  }

  /** @throws ProblemError `not_found` */
  async renamePasskey({ userId }: SessionContext, id: string, name: string): Promise<void> {
    if (!(await this.repository.renamePasskey(userId, id, name))) throw notFound();
    this.activity.publishChange(userId);
  }

  /** @throws ProblemError `not_found` */
  async removePasskey(session: SessionContext, id: string, origin: Origin): Promise<void> {
    await this.changes.runChange(session, async (change) => {
      const name = await this.repository.deletePasskey(change.manager, session.userId, id);
      if (name === undefined) throw notFound();
      await this.removal.removeCodesWithoutFactor(change.manager, session.userId);
      await this.record(change, session, 'passkey_removed', origin, name);
    });
  }

  /** Makes the recovery codes of a first factor, before the transaction. @returns undefined if the account has a factor */
  private async prepareFirstCodes(userId: string): Promise<NewCodes | undefined> {
    return (await this.repository.listFactors(userId)).length > 0 ? undefined : this.newCodes();
  }

  /** Stores recovery codes with the first factor. @returns null if the account has a factor already */
  private async storeFirstCodes(
    manager: EntityManager,
    userId: string,
    prepared: NewCodes | undefined,
  ): Promise<string[] | null> {
    if ((await this.repository.listFactors(userId, manager)).length > 0) return null;
    // None are prepared if the last factor was removed in between.
    const { codes, hashes } = prepared ?? (await this.newCodes());
    await this.repository.replaceRecoveryCodes(manager, userId, hashes);
    return codes;
  }

  /** Hashing is slow, so it must not keep a connection to the database. */
  private async newCodes(): Promise<NewCodes> {
    const codes = newRecoveryCodes();
    return { codes, hashes: await Promise.all(codes.map((code) => this.passwords.hash(code))) };
  }

  private async accountOf(manager: EntityManager, id: string) {
    const rows: { id: string; username: string; displayName: string | null }[] = await manager.query(
      'SELECT id, username, display_name AS "displayName" FROM users WHERE id = $1',
      [id],
    );
    const [account] = rows;
    if (!account) throw unauthorized();
    return account;
  }

  private async usernameOf(manager: EntityManager, id: string): Promise<string> {
    return (await this.accountOf(manager, id)).username;
  }

  private async record(
    change: MemberChange,
    { userId, publicId: sessionId }: SessionContext,
    kind: 'totp_enabled' | 'totp_disabled' | 'recovery_codes_made' | 'passkey_added' | 'passkey_removed',
    origin: Origin,
    detail?: string,
  ): Promise<void> {
    const entry = { userId, kind, origin, sessionId, ...(detail !== undefined && { detail }) };
    change.afterCommit(await this.activity.record(change.manager, entry));
  }
}
