import type { Channel, Server, User } from '@oniverse/data';
import { makeMember, makeServer, makeSession } from '@oniverse/testing';
import type { DataSource } from 'typeorm';

/** A member with a session. */
export interface SignedInMember {
  user: User;
  sessionId: string;
}

export interface StaffedServer {
  server: Server;
  /** The default channel. */
  channel: Channel;
  owner: SignedInMember;
  moderator: SignedInMember;
  /** One of two members without a role. */
  member: SignedInMember;
  other: SignedInMember;
}

/** Makes a server with an owner, a moderator and two members without a role, who have a session each. */
export async function makeStaffedServer(
  dataSource: DataSource,
  { isPublic = true } = {},
): Promise<StaffedServer> {
  const [moderator, member, other] = [
    await makeMember(dataSource),
    await makeMember(dataSource),
    await makeMember(dataSource),
  ];
  const members = [moderator, member, other].map(({ user }) => user);
  const { server, channel, owner } = await makeServer(dataSource, { isPublic, members });
  await dataSource.query(
    `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
    [server.id, moderator.user.id],
  );
  const sessionId = await makeSession(dataSource, owner.id);
  return { server, channel, owner: { user: owner, sessionId }, moderator, member, other };
}
