import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { NEW_ACCOUNT_MS, type StaffRole } from '@oniverse/contracts';
import { Channel, Connection, Passkey, Post, Server, Session, User } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** A database, or a transaction of it. */
export type Rows = Pick<DataSource, 'getRepository' | 'query'>;

export const GOOD_PASSWORD = 'Night@1ngale';

let counter = 0;

export function uniqueName(prefix = 'oni'): string {
  counter += 1;
  return `${prefix}_${counter}_${randomBytes(3).toString('hex')}`.slice(0, 20);
}

export function registration(
  overrides: Record<string, unknown> = {},
): Record<string, unknown> & { username: string } {
  const username = uniqueName();
  return { username, email: `${username}@example.org`, password: GOOD_PASSWORD, ...overrides };
}

/** Of a member whose account was new until a minute ago. */
export const ESTABLISHED = { createdAt: new Date(Date.now() - NEW_ACCOUNT_MS - 60_000) };

/** Saves one statement each for the start and the end of a transaction, which a single insert does not need. */
const ALONE = { transaction: false } as const;

/** Inserts a member with an address and a session; faster than a registration, which hashes the password. */
export async function makeMember(
  rows: Rows,
  overrides: Partial<User> = {},
): Promise<{ user: User & { email: string }; sessionId: string }> {
  const username = uniqueName();
  const email = overrides.email ?? `${username}@example.org`;
  const user = await rows.getRepository(User).save({ username, password: '!', ...overrides, email }, ALONE);
  return { user, sessionId: await makeSession(rows, user.id) };
}

/** Inserts one of the platform's staff, with a second factor and a session. */
export async function makeStaff(
  rows: Rows,
  staffRole: StaffRole,
): Promise<{ user: User & { email: string }; sessionId: string }> {
  const member = await makeMember(rows, { staffRole });
  await rows.getRepository(Passkey).insert({
    userId: member.user.id,
    credentialId: randomUUID(),
    publicKey: 'none',
    name: 'Laptop',
  });
  return member;
}

/** Inserts another session of a member. @returns its id */
export async function makeSession(rows: Rows, userId: string): Promise<string> {
  const sessionId = randomBytes(32).toString('base64url');
  await rows.getRepository(Session).insert({
    id: createHash('sha256').update(sessionId).digest('hex'),
    userId,
    expiresAt: new Date(Date.now() + 86_400_000 * 30),
  });
  return sessionId;
}

/** Inserts a public post. Its tags are not counted. */
export async function makePost(rows: Rows, userId: string, values: Partial<Post> = {}): Promise<Post> {
  return rows
    .getRepository(Post)
    .save({ userId, title: 'Slow light', content: 'text', markdownContent: 'text', ...values }, ALONE);
}

/** Inserts a server with a default channel, a new member as its owner, and the given members. */
export async function makeServer(
  rows: Rows,
  { isPublic = true, members = [] as readonly User[] } = {},
): Promise<{ server: Server; channel: Channel; owner: User }> {
  const { user: owner } = await makeMember(rows);
  const server = await rows
    .getRepository(Server)
    .save(
      { ownerId: owner.id, name: `Server ${randomUUID()}`, isPublic, memberCount: members.length + 1 },
      ALONE,
    );
  const channel = await rows
    .getRepository(Channel)
    .save({ serverId: server.id, name: 'general', isDefault: true }, ALONE);
  await rows.query(
    `INSERT INTO server_members (server_id, user_id, role)
     SELECT $1, id, CASE WHEN id = $2 THEN 'owner' ELSE 'member' END FROM unnest($3::uuid[]) AS id`,
    [server.id, owner.id, [owner.id, ...members.map(({ id }) => id)]],
  );
  return { server, channel, owner };
}

/** Inserts a link between two members, given in any order. */
export async function makeConnection(
  rows: Rows,
  one: { id: string },
  other: { id: string },
  sharedTags: readonly string[],
): Promise<Connection> {
  const [from, to] = one.id < other.id ? [one, other] : [other, one];
  return rows.getRepository(Connection).save(
    {
      fromUserId: from.id,
      toUserId: to.id,
      sharedTags: [...sharedTags],
      strength: sharedTags.length,
    },
    ALONE,
  );
}
