import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Every query by which a member leaves all dimensions at once. */
@Injectable()
export class DeparturesRepository {
  /** The dimensions that a member is in or owns, which stay as they are until the transaction ends. */
  async hold(manager: EntityManager, userId: string): Promise<string[]> {
    // In the order of ids, so that two who leave at once wait for each other and never in a circle.
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM servers
        WHERE owner_id = $1 OR id IN (SELECT server_id FROM server_members WHERE user_id = $1)
        ORDER BY id FOR UPDATE`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }

  /** Passes those that the member owns to the oldest moderator, else to the oldest other member. */
  async passOn(manager: EntityManager, userId: string, serverIds: readonly string[]): Promise<void> {
    await manager.query(
      `WITH heirs AS (
         SELECT DISTINCT ON (server_id) server_id, user_id FROM server_members
          WHERE server_id = ANY($2::uuid[]) AND user_id <> $1
          ORDER BY server_id, role = 'moderator' DESC, joined_at, id
       ), passed AS (
         UPDATE servers SET owner_id = heirs.user_id, updated_at = now()
           FROM heirs WHERE servers.id = heirs.server_id AND servers.owner_id = $1
         RETURNING servers.id, servers.owner_id
       )
       UPDATE server_members SET role = 'owner' FROM passed
        WHERE server_members.server_id = passed.id AND server_members.user_id = passed.owner_id`,
      [userId, serverIds],
    );
  }

  /** Takes away those that nobody took over. @returns their ids */
  async removeOwned(manager: EntityManager, userId: string, serverIds: readonly string[]): Promise<string[]> {
    const [gone]: [{ id: string }[], number] = await manager.query(
      'DELETE FROM servers WHERE id = ANY($2::uuid[]) AND owner_id = $1 RETURNING id',
      [userId, serverIds],
    );
    return gone.map(({ id }) => id);
  }

  /** Takes the member out of those that are left. @returns their ids */
  async leave(manager: EntityManager, userId: string, serverIds: readonly string[]): Promise<string[]> {
    const [left]: [{ server_id: string }[], number] = await manager.query(
      'DELETE FROM server_members WHERE user_id = $1 AND server_id = ANY($2::uuid[]) RETURNING server_id',
      [userId, serverIds],
    );
    const ids = left.map(({ server_id: id }) => id);
    await manager.query('UPDATE servers SET member_count = member_count - 1 WHERE id = ANY($1::uuid[])', [
      ids,
    ]);
    return ids;
  }
}
