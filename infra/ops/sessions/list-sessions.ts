import type { DataSource } from 'typeorm';

export interface ListedSession {
  /** The public id. */
  id: string;
  member: string;
  device: string | null;
  /** The network of the client at the last use. */
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

/** Returns a page of the open sessions, newest first, plus one more row if there is a next page. */
export async function listSessions(
  dataSource: DataSource,
  { userId, limit, cursor }: { userId: string | undefined; limit: number; cursor: string | undefined },
): Promise<ListedSession[]> {
  return dataSource.query(
    `SELECT open.public_id AS id, member.username AS member, open.device, open.address,
            open.created_at AS "createdAt", open.last_seen_at AS "lastSeenAt"
       FROM sessions open JOIN users member ON member.id = open.user_id
      WHERE open.expires_at > now() AND ($1::uuid IS NULL OR open.user_id = $1)
        AND ($2::uuid IS NULL OR open.public_id < $2)
      ORDER BY open.public_id DESC LIMIT $3`,
    [userId ?? null, cursor ?? null, limit + 1],
  );
}
