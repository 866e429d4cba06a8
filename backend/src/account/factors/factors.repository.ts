import { Injectable } from '@nestjs/common';
import type { SecondFactor } from '@oniverse/contracts';
import { Passkey, RecoveryCode, TotpFactor } from '@oniverse/data';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import type { NewPasskey } from './passkey-verifier.js';

export interface FactorState {
  totp_since: Date | null;
  recovery_codes: number;
  passkeys: number;
}

@Injectable()
export class FactorsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns which factors an account has, in the order in which the client offers them. */
  async listFactors(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SecondFactor[]> {
    const state = await this.getState(userId, manager);
    const factors: SecondFactor[] = [];
    if (state.passkeys > 0) factors.push('passkey');
    if (state.totp_since !== null) factors.push('totp');
    if (factors.length > 0 && state.recovery_codes > 0) factors.push('recovery-code');
    return factors;
  }

  async getState(userId: string, manager: EntityManager = this.dataSource.manager): Promise<FactorState> {
    const rows: FactorState[] = await manager.query(
      `SELECT (SELECT confirmed_at FROM totp_factors WHERE user_id = $1) AS totp_since,
              (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1) AS recovery_codes,
              (SELECT count(*)::integer FROM passkeys WHERE user_id = $1) AS passkeys`,
      [userId],
    );
    return rows[0] ?? { totp_since: null, recovery_codes: 0, passkeys: 0 };
  }

  /** Returns and locks the authenticator app, so that no code works twice. */
  async lockTotp(manager: EntityManager, userId: string): Promise<TotpFactor | null> {
    return manager
      .getRepository(TotpFactor)
      .findOne({ where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Replaces an app that is being set up. */
  async replaceTotp(manager: EntityManager, userId: string, secret: string): Promise<void> {
    await manager.getRepository(TotpFactor).delete({ userId });
    await manager.getRepository(TotpFactor).insert({ userId, secret });
  }

  async setLastStep(manager: EntityManager, userId: string, lastStep: number): Promise<void> {
    await manager.getRepository(TotpFactor).update({ userId }, { lastStep });
  }

  /** Puts the app into use, by the clock of the sign-ins that its time is compared with. */
  async confirmTotp(manager: EntityManager, userId: string): Promise<void> {
    await manager.getRepository(TotpFactor).update({ userId }, { confirmedAt: () => 'now()' });
  }

  /** Deletes the app that is in use. @returns whether there was one */
  async deleteTotp(manager: EntityManager, userId: string): Promise<boolean> {
    const inUse = { userId, confirmedAt: Not(IsNull()) };
    return (await manager.getRepository(TotpFactor).delete(inUse)).affected === 1;
  }

  async listRecoveryCodes(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<RecoveryCode[]> {
    return manager.getRepository(RecoveryCode).findBy({ userId });
  }

  /** @returns whether the code was still there */
  async deleteRecoveryCode(manager: EntityManager, id: string): Promise<boolean> {
    return (await manager.getRepository(RecoveryCode).delete({ id })).affected === 1;
  }

  async replaceRecoveryCodes(
    manager: EntityManager,
    userId: string,
    hashes: readonly string[],
  ): Promise<void> {
    await manager.getRepository(RecoveryCode).delete({ userId });
    await manager.getRepository(RecoveryCode).insert(hashes.map((hash) => ({ userId, hash })));
  }

  /** Returns the passkeys of an account, oldest first. */
  async listPasskeys(userId: string, manager: EntityManager = this.dataSource.manager): Promise<Passkey[]> {
    return manager.getRepository(Passkey).find({ where: { userId }, order: { id: 'ASC' } });
  }

  async findPasskey(manager: EntityManager, credentialId: string): Promise<Passkey | null> {
    return manager.getRepository(Passkey).findOneBy({ credentialId });
  }

  /** Locks the row of an account, which every change of its factors locks first. */
  async lockOwner(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  async insertPasskey(
    manager: EntityManager,
    passkey: NewPasskey & { userId: string; name: string },
  ): Promise<Passkey> {
    return manager.getRepository(Passkey).save(passkey);
  }

  /** Records a use. @returns false if a use with the same or a higher counter came first, or the passkey is gone */
  async recordUse(manager: EntityManager, id: string, before: string, counter: number): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'UPDATE passkeys SET counter = $3, last_used_at = now() WHERE id = $1 AND counter = $2',
      [id, before, counter],
    );
    return count === 1;
  }

  /** @returns whether it exists */
  async renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
    return (await this.dataSource.getRepository(Passkey).update({ userId, id }, { name })).affected === 1;
  }

  /** @returns its name; undefined if there is none */
  async deletePasskey(manager: EntityManager, userId: string, id: string): Promise<string | undefined> {
    const [rows]: [{ name: string }[], number] = await manager.query(
      'DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name',
      [userId, id],
    );
    return rows[0]?.name;
  }
}
