import type { DataSource } from 'typeorm';
import { notFound } from '../cli/command-error.js';

export interface ListedServer {
  id: string;
  name: string;
  owner: string;
  isPublic: boolean;
  memberCount: number;
  createdAt: Date;
  archivedAt: Date | null;
}

export interface ShownServer extends ListedServer {
  description: string | null;
  moderators: string[];
  channels: number;
  messages: number;
}

const COLUMNS = `server.id, server.name, owner.username AS owner, server.is_public AS "isPublic",
  server.member_count AS "memberCount", server.created_at AS "createdAt", server.archived_at AS "archivedAt"`;
const TABLES = 'servers server JOIN users owner ON owner.id = server.owner_id';

/** Returns a page of servers, newest first, plus one more row if there is a next page. @param q a part of the name */
export async function listServers(
  dataSource: DataSource,
  { q, limit, cursor }: { q: string | undefined; limit: number; cursor: string | undefined },
): Promise<ListedServer[]> {
  return dataSource.query(
    `SELECT ${COLUMNS} FROM ${TABLES}
      WHERE ($1::text IS NULL OR strpos(search_form(server.name), search_form($1)) > 0)
        AND ($2::uuid IS NULL OR server.id < $2)
      ORDER BY server.id DESC LIMIT $3`,
    [q ?? null, cursor ?? null, limit + 1],
  );
}

/** @throws CommandError if there is none */
export async function showServer(dataSource: DataSource, id: string): Promise<ShownServer> {
  const rows: ShownServer[] = await dataSource.query(
    `SELECT ${COLUMNS}, server.description,
            ARRAY(SELECT member.username FROM server_members JOIN users member ON member.id = user_id
                   WHERE server_id = server.id AND role = 'moderator' ORDER BY member.username) AS moderators,
            (SELECT count(*)::integer FROM channels WHERE server_id = server.id) AS channels,
            (SELECT coalesce(sum(last_seq), 0)::float8 FROM channels WHERE server_id = server.id) AS messages
       FROM ${TABLES} WHERE server.id = $1`,
    [id],
  );
  if (!rows[0]) throw noServer(id);
  return rows[0];
}

/** @throws CommandError if there is none */
export async function nameOfServer(dataSource: DataSource, id: string): Promise<string> {
  const rows: { name: string }[] = await dataSource.query('SELECT name FROM servers WHERE id = $1', [id]);
  if (!rows[0]) throw noServer(id);
  return rows[0].name;
}

const noServer = (id: string) => notFound(`No dimension has the id ${id}.`);
