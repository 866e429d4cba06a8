import { Injectable } from '@nestjs/common';
import {
  type Author,
  type MemberView,
  ROOMS,
  type ServerChange,
  type ServerRole,
  type ServerView,
} from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';

/** A member who is out of a server. */
export interface Departure {
  serverId: string;
  userId: string;
  /** How many are left. */
  memberCount: number;
  /** When the server changed so. */
  updatedAt: string;
  /** Of the server. */
  channelIds: readonly string[];
  /** The server as the member sees it now; undefined where it is no longer there for them. */
  server: ServerView | undefined;
}

/** What a member is in a server, and how the member is shown. */
export interface ShownRole extends Author {
  userId: string;
  role: ServerRole;
}

/**
 * Tells members what became of a server and of who is in it, and takes their sockets into its rooms and out of them,
 * on every backend. To be called after the commit.
 */
@Injectable()
export class ServerNews {
  constructor(private readonly live: LivePublisher) {}

  /** A server is other than it was, or a channel of it, for all who are in it. */
  changed(server: ServerChange): void {
    this.live.publish('server:changed', ROOMS.server(server.id), server);
  }

  /** A channel of a server is gone: told to the server's members, and to who has it open without having joined. */
  channelRemoved(server: ServerChange, channelId: string): void {
    const room = ROOMS.channel(channelId);
    this.live.publish('server:changed', [ROOMS.server(server.id), room], server);
    this.live.leave(room, room);
  }

  /** What a member is in a server changed, or one has it from now on: told to that member alone. */
  ownChanged(userId: string, server: ServerChange): void {
    this.live.publish('server:changed', ROOMS.user(userId), server);
  }

  /** A member is in a server; told to nobody. */
  entered(userId: string, serverId: string): void {
    this.live.enter(ROOMS.user(userId), ROOMS.server(serverId));
  }

  /** A member came into a server. */
  joined(server: ServerView, member: MemberView): void {
    this.ownChanged(member.userId, server);
    this.entered(member.userId, server.id);
    const { id: serverId, memberCount, updatedAt } = server;
    this.live.publish('member:joined', ROOMS.server(serverId), { serverId, member, memberCount, updatedAt });
  }

  /** A member left a server, or was removed: what is said in it reaches them no more where they may not read it. */
  left({ serverId, userId, memberCount, updatedAt, channelIds, server }: Departure): void {
    const user = ROOMS.user(userId);
    const room = ROOMS.server(serverId);
    this.live.leave(user, server ? room : [room, ...channelIds.map(ROOMS.channel)]);
    this.live.publish('member:left', room, { serverId, userId, memberCount, updatedAt });
    if (server) this.ownChanged(userId, server);
    else this.live.publish('server:removed', user, { serverId });
  }

  /** A member who was in a server is not online any more: presence does not know where a member was. */
  offline(serverId: string, userId: string): void {
    this.live.publish('presence', ROOMS.server(serverId), { serverId, online: [], offline: [userId] });
  }

  /** A member has another role. @param server as that member sees it now */
  roleChanged(server: ServerChange, { userId, role, ...shown }: ShownRole): void {
    const { username, displayName, profileImageUrl } = shown;
    this.live.publish('member:changed', ROOMS.server(server.id), {
      userId,
      username,
      displayName,
      profileImageUrl,
      inServer: { serverId: server.id, role },
    });
    this.ownChanged(userId, server);
  }

  /** A server is gone, with its channels. */
  removed(serverId: string, channelIds: readonly string[]): void {
    const rooms = [ROOMS.server(serverId), ...channelIds.map(ROOMS.channel)];
    this.live.publish('server:removed', rooms, { serverId });
    this.live.leave(rooms, rooms);
  }
}
