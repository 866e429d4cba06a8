import { Injectable } from '@nestjs/common';
import { REMOVAL_PERMISSIONS, SERVER_ROLES } from '@oniverse/contracts';
import { DataSource } from 'typeorm';
import { memberSeenBy, rolesWith } from '../../shared/index.js';

/** A look at an entry of a queue. */
export interface Look {
  username: string;
  /** The other staff who see the entry and the member who looks. */
  watchers: string[];
}

/** SQL condition: staff with a role may decide about the author of an entry, as about the cases that they handle. */
const decides = (role: string): string =>
  `CASE coalesce(author.role, 'member') ${SERVER_ROLES.map((authorRole) => {
    const permission = REMOVAL_PERMISSIONS[authorRole];
    const may = permission === null ? 'false' : `${role} IN (${rolesWith(permission)})`;
    return `WHEN '${authorRole}' THEN ${may}`;
  }).join(' ')} END`;

@Injectable()
export class QueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns undefined if the server's queue has no such entry for the member. Authors do not learn of looks. */
  async findLook(userId: string, serverId: string, entryId: string): Promise<Look | undefined> {
    const rows: Look[] = await this.dataSource.query(
      `SELECT looker.username, ARRAY(
                SELECT watcher.user_id::text FROM server_members watcher
                 WHERE watcher.server_id = $1 AND watcher.role IN (${rolesWith('handleReports')})
                   AND ${decides('watcher.role')} AND watcher.user_id <> looker.id
                   AND watcher.user_id IS DISTINCT FROM entry.author_id
                   AND ${memberSeenBy('looker.id', '$1', 'watcher.user_id')}) AS watchers
         FROM (SELECT about_user_id AS author_id FROM cases
                WHERE id = $2 AND server_id = $1 AND kind = 'message'
                UNION ALL
               SELECT user_id FROM held_messages WHERE id = $2 AND server_id = $1
                UNION ALL
               SELECT user_id FROM applications WHERE id = $2 AND server_id = $1) entry
         LEFT JOIN server_members author ON author.server_id = $1 AND author.user_id = entry.author_id
         JOIN server_members self ON self.server_id = $1 AND self.user_id = $3 AND ${decides('self.role')}
         JOIN users looker ON looker.id = self.user_id`,
      [serverId, entryId, userId],
    );
    return rows[0];
  }
}
