import { Injectable } from '@nestjs/common';
import { LINK_LIFETIME_MS } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** An entry of the activity about a new factor or new recovery codes, with the proofs of its session before it. */
interface AdditionRow {
  id: string;
  created_at: Date;
  /** When the session first proved a factor; null if it did not. */
  factor_proven_at: Date | null;
  is_address_proven: boolean;
}

/** Removes factors and unfinished sign-ins that someone else may have started. */
@Injectable()
export class FactorRemoval {
  /**
   * Removes the factors that an intruder may have added: those since the earliest recent sign-in from a new device that
   * used no factor, unless its mail was answered with "This was me". An older factor stays, so that a mailbox alone does
   * not open the account. Ends unfinished sign-ins in any case.
   */
  async removeOfIntruder(manager: EntityManager, userId: string): Promise<void> {
    const since = await this.findIntrusion(manager, userId);
    if (since === null) await this.endChallenges(manager, userId);
    else await this.removeUnproven(manager, userId, since, { isAddressProof: false });
  }

  /**
   * Removes the factors that the person who changed the address may have added: those since the change, or since the sign-in that
   * `removeOfIntruder` goes by, if that was earlier.
   * @param changedAt the time of a change from the present verified address, which is a proof of its own since then
   */
  async removeOfChanger(manager: EntityManager, userId: string, changedAt: Date): Promise<void> {
    const signedInAt = await this.findIntrusion(manager, userId);
    const since = signedInAt !== null && signedInAt < changedAt ? signedInAt : changedAt;
    await this.removeUnproven(manager, userId, since, { isAddressProof: true });
  }

  /** Returns the time of the earliest recent sign-in that may be an intruder's. */
  private async findIntrusion(manager: EntityManager, userId: string): Promise<Date | null> {
    const rows: { since: Date | null }[] = await manager.query(
      `SELECT min(created_at) AS since FROM account_activity sign_in
        WHERE user_id = $1 AND kind = 'signed_in_new_device' AND detail IS NULL
          AND created_at > now() - $2::float8 * interval '1 millisecond'
          AND NOT EXISTS (SELECT FROM account_activity answer
                           WHERE answer.user_id = $1 AND answer.kind = 'sign_in_confirmed'
                             AND answer.session_id = sign_in.session_id)`,
      [userId, LINK_LIFETIME_MS['disown-sign-in']],
    );
    return rows[0]?.since ?? null;
  }

  /**
   * Removes the factors and recovery codes that were added since a time without proof of a factor that may stay, and
   * codes without another factor. Ends unfinished sign-ins.
   * @param proofs.isAddressProof whether a reset, or a verification in the same session, is proof too
   */
  private async removeUnproven(
    manager: EntityManager,
    userId: string,
    since: Date,
    { isAddressProof }: { isAddressProof: boolean },
  ): Promise<void> {
    const additions = await this.listAdditions(manager, userId, since, isAddressProof);
    const kept = provenOf(additions);
    await manager.query(
      `DELETE FROM totp_factors factor WHERE user_id = $1 AND coalesce(confirmed_at, now()) >= $2
          AND NOT EXISTS (
            SELECT FROM (SELECT id FROM account_activity
                          WHERE user_id = $1 AND kind = 'totp_enabled' ORDER BY id DESC LIMIT 1) latest
             WHERE latest.id = ANY($3::uuid[]) AND factor.confirmed_at IS NOT NULL)`,
      [userId, since, kept],
    );
    // A passkey and its entry are of one transaction, and so of one time.
    await manager.query(
      `DELETE FROM passkeys WHERE user_id = $1 AND created_at >= $2
          AND created_at NOT IN (
            SELECT created_at FROM account_activity WHERE id = ANY($3::uuid[]) AND kind = 'passkey_added')`,
      [userId, since, kept],
    );
    if (kept.length === 0 || kept.length < additions.length) {
      await manager.query(
        `DELETE FROM recovery_codes
          WHERE user_id = $1 AND uuid_extract_timestamp(id) >= date_trunc('milliseconds', $2::timestamptz)`,
        [userId, since],
      );
    }
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

  /** Returns the additions since a time, oldest first. */
  private async listAdditions(
    manager: EntityManager,
    userId: string,
    since: Date,
    isAddressProof: boolean,
  ): Promise<AdditionRow[]> {
    return manager.query(
      `SELECT addition.id, addition.created_at,
              min(proof.created_at) FILTER (WHERE proof.kind <> 'email_verified'
                AND proof.detail IN ('passkey', 'totp', 'recovery-code')) AS factor_proven_at,
              $3 AND coalesce(bool_or(proof.created_at >= $2 AND (
                proof.kind = 'email_verified'
                OR proof.kind <> 'reauthenticated' AND proof.detail IS NULL AND EXISTS (
                  SELECT FROM account_activity reset WHERE reset.user_id = $1 AND reset.kind = 'password_reset'
                     AND reset.created_at BETWEEN $2 AND proof.created_at))), false) AS is_address_proven
         FROM account_activity addition
         LEFT JOIN account_activity proof
           ON proof.user_id = $1 AND proof.session_id = addition.session_id AND proof.id < addition.id
          AND proof.kind IN ('signed_in', 'signed_in_new_device', 'reauthenticated', 'email_verified')
        WHERE addition.user_id = $1 AND addition.created_at >= $2
          AND addition.kind IN ('passkey_added', 'totp_enabled', 'recovery_codes_made')
        GROUP BY addition.id ORDER BY addition.id`,
      [userId, since, isAddressProof],
    );
  }
}

/**
 * Returns the additions that were proven. From the first unproven one on, a factor may be the intruder's: only sessions
 * that proved one before count.
 */
function provenOf(additions: readonly AdditionRow[]): string[] {
  const proven: string[] = [];
  let unprovenAt: Date | undefined;
  for (const { id, created_at: at, factor_proven_at: provenAt, is_address_proven: isAddress } of additions) {
    const isFactor = provenAt !== null && (unprovenAt === undefined || provenAt < unprovenAt);
    if (isAddress || isFactor) proven.push(id);
    else unprovenAt ??= at;
  }
  return proven;
}
