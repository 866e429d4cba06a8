import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Channel, Connection, Server, Session, User } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** A password that holds to every rule. */
export const GOOD_PASSWORD = 'Night@1ngale';

let counter = 0;

/** A username that no other test has. */
export function uniqueName(prefix = 'oni'): string {
  counter += 1;
  return `${prefix}_${counter}_${randomBytes(3).toString('hex')}`.slice(0, 20);
}

/** What a registration needs, each value its own. */
export function registration(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { username: string } {
  const username = uniqueName();
  return { username, email: `${username}@example.org`, password: GOOD_PASSWORD, ...overrides };
}

/** A member with a session, made in the database: quicker than a registration, which hashes. */
export async function makeMember(
  dataSource: DataSource,
  overrides: Partial<User> = {},
): Promise<{ user: User; sessionId: string }> {
  const username = uniqueName();
  const user = await dataSource
    .getRepository(User)
    .save({ username, email: `${username}@example.org`, password: '!', ...overrides });
  const sessionId = randomBytes(32).toString('base64url');
  await dataSource.getRepository(Session).insert({
    id: createHash('sha256').update(sessionId).digest('hex'),
    userId: user.id,
    expiresAt: new Date(Date.now() + 86_400_000 * 30),
  });
  return { user, sessionId };
}

/** A server with a default channel. Its owner is a member of its own making, and in it. */
export async function makeServer(
  dataSource: DataSource,
  { isPublic = true, members = [] as readonly User[] } = {},
): Promise<{ server: Server; channel: Channel; owner: User }> {
  const { user: owner } = await makeMember(dataSource);
  const server = await dataSource
    .getRepository(Server)
    .save({ ownerId: owner.id, name: `Server ${randomUUID()}`, isPublic, memberCount: members.length + 1 });
  const channel = await dataSource
    .getRepository(Channel)
    .save({ serverId: server.id, name: 'general', isDefault: true });
  await dataSource.query(
    `INSERT INTO server_members (server_id, user_id, role)
     SELECT $1, id, CASE WHEN id = $2 THEN 'owner' ELSE 'member' END FROM unnest($3::uuid[]) AS id`,
    [server.id, owner.id, [owner.id, ...members.map(({ id }) => id)]],
  );
  return { server, channel, owner };
}

/** A link between two members, in whichever order they are given. */
export async function makeConnection(
  dataSource: DataSource,
  one: { id: string },
  other: { id: string },
  sharedTags: readonly string[],
): Promise<Connection> {
  const [from, to] = one.id < other.id ? [one, other] : [other, one];
  return dataSource.getRepository(Connection).save({
    fromUserId: from.id,
    toUserId: to.id,
    sharedTags: [...sharedTags],
    strength: sharedTags.length,
  });
}
