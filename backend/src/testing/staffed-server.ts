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

/** Makes a member of a server one of its moderators. */
export async function makeModerator(
  dataSource: DataSource,
  serverId: string,
  { user }: SignedInMember,
): Promise<void> {
  await dataSource.query(
    `UPDATE server_members SET role = 'moderator' WHERE server_id = $1 AND user_id = $2`,
    [serverId, user.id],
  );
}

/**
 * Makes a server with an owner, a moderator and two members without a role, who have a session each.
 * @param others more members without a role
 */
export async function makeStaffedServer(
  dataSource: DataSource,
  { isPublic = true, others = [] as readonly SignedInMember[] } = {},
): Promise<StaffedServer> {
  const [moderator, member, other] = [
    await makeMember(dataSource),
    await makeMember(dataSource),
    await makeMember(dataSource),
  ];
  const members = [moderator, member, other, ...others].map(({ user }) => user);
  const { server, channel, owner } = await makeServer(dataSource, { isPublic, members });
  await makeModerator(dataSource, server.id, moderator);
  const sessionId = await makeSession(dataSource, owner.id);
  return { server, channel, owner: { user: owner, sessionId }, moderator, member, other };
}
