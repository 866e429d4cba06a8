import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { networkOf } from '@oniverse/platform/backend';
import { deviceOf, type Origin } from '../../shared/index.js';
import type { EntityManager } from 'typeorm';

const SIGN_INS = `'registered', 'signed_in', 'signed_in_new_device'`;

/** Every query runs in the transaction of its caller. */
@Injectable()
export class SignInsRepository {
  async lock(manager: EntityManager, id: string): Promise<User | null> {
    return manager.getRepository(User).findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Locks the user's row against password changes and sign-ins. Returns null if the hash is no longer `checked`. */
  async lockWithPassword(manager: EntityManager, id: string, checked: string): Promise<User | null> {
    return manager
      .getRepository(User)
      .findOne({ where: { id, password: checked }, lock: { mode: 'for_no_key_update' } });
  }

  /** Returns whether the account signed in with such a browser from the same network before, as far as its activity reaches. */
  async isKnownBrowser(
    manager: EntityManager,
    userId: string,
    { address, device }: Origin,
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM account_activity
        WHERE user_id = $1 AND kind IN (${SIGN_INS})
          AND device IS NOT DISTINCT FROM $2 AND address = $3 LIMIT 1`,
      [userId, deviceOf(device), networkOf(address)],
    );
    return rows.length > 0;
  }

  /**
   * Returns whether the account was registered or proved a factor from a network before, as far as its activity reaches.
   * Somebody who knows only the password may have signed in before there was a factor.
   */
  async isKnownNetwork(manager: EntityManager, userId: string, network: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM account_activity
        WHERE user_id = $1 AND kind IN (${SIGN_INS}) AND (kind = 'registered' OR detail IS NOT NULL) AND address = $2
        LIMIT 1`,
      [userId, network],
    );
    return rows.length > 0;
  }
}
