import { Injectable } from '@nestjs/common';
import { LINK_LIFETIME_MS } from '@oniverse/contracts';
import { EmailChange, User } from '@oniverse/data';
import { type EntityManager, MoreThan } from 'typeorm';

/** Stored in place of a hash for an account without a password. */
const NO_PASSWORD = '!';

/** The addresses of an account. */
export type Addresses = Pick<User, 'email' | 'emailVerifiedAt' | 'recoveryEmail'>;

/** Every query runs in the transaction of its caller. */
@Injectable()
export class EmailsRepository {
  async find(manager: EntityManager, userId: string): Promise<User | null> {
    return manager.getRepository(User).findOneBy({ id: userId });
  }

  /** Returns the id of the account that has an address. */
  async findHolderId(manager: EntityManager, email: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query('SELECT id FROM users WHERE email = $1', [email]);
    return rows[0]?.id;
  }

  /** Returns whether an account verified an address last. */
  async isProven(manager: EntityManager, email: string): Promise<boolean> {
    return manager.getRepository(User).existsBy({ recoveryEmail: email });
  }

  /** Locks and returns the account that has an address. */
  async lockHolder(manager: EntityManager, email: string): Promise<User | null> {
    return manager.getRepository(User).findOne({ where: { email }, lock: { mode: 'for_no_key_update' } });
  }

  async save(manager: EntityManager, userId: string, addresses: Addresses): Promise<void> {
    await manager.getRepository(User).update({ id: userId }, addresses);
  }

  /** Makes the password unusable until it is reset. */
  async blockPassword(manager: EntityManager, userId: string): Promise<void> {
    await manager.getRepository(User).update({ id: userId }, { password: NO_PASSWORD });
  }

  /** Takes the right to receive reset links at an address from all accounts but one. @returns those accounts */
  async dropRecovery(manager: EntityManager, email: string, keptUserId: string | null): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await manager.query(
      `UPDATE users SET recovery_email = NULL WHERE recovery_email = $1 AND id IS DISTINCT FROM $2 RETURNING id`,
      [email, keptUserId],
    );
    return rows.map(({ id }) => id);
  }

  /** @returns the id of the change */
  async insertChange(manager: EntityManager, userId: string, previousEmail: string): Promise<string> {
    const rows: { id: string }[] = await manager.query(
      'INSERT INTO email_changes (user_id, previous_email) VALUES ($1, $2) RETURNING id',
      [userId, previousEmail],
    );
    return rows[0]?.id ?? '';
  }

  /** Returns a change that can still be undone. */
  async findChange(manager: EntityManager, userId: string, id: string): Promise<EmailChange | null> {
    const createdAt = MoreThan(new Date(Date.now() - LINK_LIFETIME_MS['undo-email']));
    return manager.getRepository(EmailChange).findOneBy({ id, userId, createdAt });
  }

  /** Deletes the changes of an account, with the links that would undo them, except those that an address can undo. */
  async deleteChangesBut(manager: EntityManager, userId: string, address: string | null): Promise<void> {
    await manager.query(
      `DELETE FROM account_tokens WHERE purpose = 'undo-email' AND user_id = $1 AND email IS DISTINCT FROM $2`,
      [userId, address],
    );
    await manager.query(
      'DELETE FROM email_changes WHERE user_id = $1 AND previous_email IS DISTINCT FROM $2',
      [userId, address],
    );
  }

  /** Deletes a change and all later ones of the account, with the links that would undo them. */
  async deleteChangesFrom(manager: EntityManager, userId: string, id: string): Promise<void> {
    await manager.query(
      `DELETE FROM account_tokens WHERE purpose = 'undo-email' AND user_id = $1 AND subject_id >= $2`,
      [userId, id],
    );
    await manager.query('DELETE FROM email_changes WHERE user_id = $1 AND id >= $2', [userId, id]);
  }
}
