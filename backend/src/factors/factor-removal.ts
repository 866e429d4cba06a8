import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Removes factors and unfinished sign-ins that someone else may have started. */
@Injectable()
export class FactorRemoval {
  /** Removes the factors and recovery codes that were added since a time, and codes without another factor. */
  async removeSince(manager: EntityManager, userId: string, since: Date): Promise<void> {
    await manager.query('DELETE FROM totp_factors WHERE user_id = $1 AND created_at >= $2', [userId, since]);
    await manager.query('DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2', [userId, since]);
    await manager.query(
      `DELETE FROM recovery_codes
        WHERE user_id = $1 AND uuid_extract_timestamp(id) >= date_trunc('milliseconds', $2::timestamptz)`,
      [userId, since],
    );
    await this.removeCodesWithoutFactor(manager, userId);
    await this.endChallenges(manager, userId);
  }

  /** Deletes the recovery codes of an account without another factor. */
  async removeCodesWithoutFactor(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `DELETE FROM recovery_codes WHERE user_id = $1
          AND NOT EXISTS (SELECT FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL)
          AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = $1)`,
      [userId],
    );
  }

  /** Ends unfinished sign-ins and changes of factors. */
  async endChallenges(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM auth_challenges WHERE user_id = $1', [userId]);
  }
}
