import { Injectable } from '@nestjs/common';
import type { ApplicationAnswer, ApplicationView, ColumnsOf } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

export type ApplicationRow = ColumnsOf<ApplicationView>;

/** Callers of the methods with a `manager` have locked the server's row, if the application is not their own. */
@Injectable()
export class ApplicationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of the applications that wait in a server, newest first, plus one more row if there is a next page. */
  async listWaiting(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ApplicationRow[]> {
    return this.dataSource.query(
      `SELECT own.id, own.user_id, ${authorColumns('u')}, own.answers, own.created_at
         FROM applications own JOIN users u ON u.id = own.user_id
        WHERE own.server_id = $1 AND own.state = 'waiting' AND ($2::uuid IS NULL OR own.id < $2)
        ORDER BY own.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }

  /** Returns how many applications of a member wait. The member's row must be locked. */
  async countWaiting(manager: EntityManager, userId: string): Promise<number> {
    const rows: { count: number }[] = await manager.query(
      `SELECT count(*)::integer AS count FROM applications WHERE user_id = $1 AND state = 'waiting'`,
      [userId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Inserts an application in place of a declined one. The new id puts it first in the list. */
  async insert(
    manager: EntityManager,
    serverId: string,
    userId: string,
    answers: readonly ApplicationAnswer[],
  ): Promise<void> {
    await manager.query('DELETE FROM applications WHERE server_id = $1 AND user_id = $2', [serverId, userId]);
    await manager.query('INSERT INTO applications (server_id, user_id, answers) VALUES ($1, $2, $3)', [
      serverId,
      userId,
      JSON.stringify(answers),
    ]);
  }

  /** Returns whether such an application waited. */
  async withdraw(manager: EntityManager, serverId: string, userId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `DELETE FROM applications WHERE server_id = $1 AND user_id = $2 AND state = 'waiting'`,
      [serverId, userId],
    );
    return count > 0;
  }

  /** Locks the author of an application that waits, as every change of a member does before it locks the server. */
  async lockApplicant(manager: EntityManager, serverId: string, id: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `SELECT applicant.id FROM applications own JOIN users applicant ON applicant.id = own.user_id
        WHERE own.server_id = $1 AND own.id = $2 AND own.state = 'waiting' FOR NO KEY UPDATE OF applicant`,
      [serverId, id],
    );
    return rows[0]?.id;
  }

  /** Returns whether the application still waited. */
  async accept(manager: EntityManager, id: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `DELETE FROM applications WHERE id = $1 AND state = 'waiting'`,
      [id],
    );
    return count > 0;
  }

  /** Returns whether the application still waited. */
  async decline(manager: EntityManager, id: string, word: string | null): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      `UPDATE applications SET state = 'declined', word = $2, decided_at = now() WHERE id = $1 AND state = 'waiting'`,
      [id, word],
    );
    return count > 0;
  }

  /** Deletes all applications of a server, also declined ones. Returns their authors. */
  async deleteAll(manager: EntityManager, serverId: string): Promise<string[]> {
    const [rows]: [{ user_id: string }[], number] = await manager.query(
      'DELETE FROM applications WHERE server_id = $1 RETURNING user_id',
      [serverId],
    );
    return rows.map(({ user_id: id }) => id);
  }
}
