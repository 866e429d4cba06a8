import { Injectable } from '@nestjs/common';
import { User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

@Injectable()
export class PasswordResetsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string, manager: EntityManager = this.dataSource.manager): Promise<User | null> {
    return manager.getRepository(User).findOneBy({ id });
  }

  /** Returns the account that verified an address last, else the one that has it. */
  async findByAddress(manager: EntityManager, email: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM users WHERE recovery_email = $1 OR email = $1
        ORDER BY recovery_email IS NOT DISTINCT FROM $1 DESC LIMIT 1`,
      [email],
    );
    return rows[0]?.id;
  }

  async setPassword(manager: EntityManager, id: string, password: string): Promise<void> {
    await manager.getRepository(User).update({ id }, { password });
  }

  /** Returns the public id of the session that began with an entry of the account's activity. */
  async findSessionOf(
    manager: EntityManager,
    userId: string,
    activityId: string | null,
  ): Promise<string | undefined> {
    const rows: { session_id: string | null }[] = await manager.query(
      'SELECT session_id FROM account_activity WHERE id = $2 AND user_id = $1',
      [userId, activityId],
    );
    return rows[0]?.session_id ?? undefined;
  }
}
