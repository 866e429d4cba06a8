import { Injectable } from '@nestjs/common';
import {
  type Author,
  isOpenToVisitors,
  type MemberView,
  ROOMS,
  type ServerChange,
  type ServerRole,
  type ServerView,
} from '@oniverse/contracts';
import { LivePublisher } from '@oniverse/platform';
import { AccessService } from '../../shared/index.js';
import { MemberRooms } from './member-rooms.js';

export interface Departure {
  serverId: string;
  userId: string;
  memberCount: number;
  /** The server's `updated_at` after the departure. */
  updatedAt: string;
  channelIds: readonly string[];
  /** The members who may not see the former one. */
  concealedFrom: readonly string[];
  /** The member's view of the server; undefined if the member may no longer see it. */
  server: ServerView | undefined;
}

export interface MemberRole extends Author {
  userId: string;
  role: ServerRole;
  /** The members who may not see this one. */
  concealedFrom: readonly string[];
}

/** Publishes changes of servers and memberships and moves sockets, on all backends. Call it after the commit. */
@Injectable()
export class ServerPublisher {
  constructor(
    private readonly access: AccessService,
    private readonly live: LivePublisher,
    private readonly rooms: MemberRooms,
  ) {}

  /** Publishes a changed server, or a change of its channels, to its members. */
  async publishChanged(server: ServerChange): Promise<void> {
    const concealments = server.ownerId === null ? [] : await this.access.listConcealments([server.ownerId]);
    const concealedFrom = concealments.flatMap(({ serverId, fromId }) =>
      serverId === server.id ? [ROOMS.user(fromId)] : [],
    );
    this.live.publish('server:changed', ROOMS.server(server.id), server, concealedFrom);
    this.live.publish('server:changed', concealedFrom, { ...server, ownerId: null });
  }

  /** Publishes the deletion of a channel and its threads to the server's members and to readers who have one open. */
  async publishChannelRemoved(server: ServerChange, channelIds: readonly string[]): Promise<void> {
    const rooms = channelIds.map(ROOMS.channel);
    await this.publishChanged(server);
    this.publishToVisitors(server, channelIds);
    this.live.leaveRooms(rooms, rooms);
  }

  /**
   * Publishes to the staff of a server that its queue changed.
   * @param authorId someone of the staff who must not learn of it
   */
  async publishQueueChanged(serverId: string, authorId: string | null = null): Promise<void> {
    const staff = await this.access.listStaff(serverId);
    const others = staff.filter((id) => id !== authorId);
    this.live.publish('queue:changed', others.map(ROOMS.user), { serverId });
  }

  /** Publishes that a server was archived or returned, to its members and to visitors with one of its channels open. */
  async publishArchive(server: ServerChange, channelIds: readonly string[]): Promise<void> {
    await this.publishChanged(server);
    this.publishToVisitors(server, channelIds);
  }

  private publishToVisitors(server: ServerChange, channelIds: readonly string[]): void {
    const others = { ...server, ownerId: null };
    this.live.publish('server:changed', channelIds.map(ROOMS.channel), others, [ROOMS.server(server.id)]);
  }

  /** Publishes to former applicants that a server stopped asking questions. */
  publishApplicationsEnded(server: ServerChange, applicantIds: readonly string[]): void {
    const theirs = { ...server, ownerId: null, application: null };
    this.live.publish('server:changed', applicantIds.map(ROOMS.user), theirs);
  }

  /** Publishes a new or changed membership to that member only. */
  publishChangedTo(userId: string, server: ServerChange): void {
    this.live.publish('server:changed', ROOMS.user(userId), server);
  }

  /** Moves a member's sockets into the room of a server, without publishing. */
  joinServerRoom(userId: string, serverId: string): void {
    this.live.joinRooms(ROOMS.user(userId), ROOMS.server(serverId));
  }

  /** @param concealedFrom members who may not see the new one */
  publishJoined(server: ServerView, member: MemberView, concealedFrom: readonly string[]): void {
    this.publishChangedTo(member.userId, server);
    this.joinServerRoom(member.userId, server.id);
    const { id: serverId, memberCount, updatedAt } = server;
    this.live.publish(
      'member:joined',
      ROOMS.server(serverId),
      { serverId, member, memberCount, updatedAt },
      concealedFrom.map(ROOMS.user),
    );
  }

  /** Publishes a departure, and closes the channels and threads to the member unless the member may still read the server. */
  publishLeft({
    serverId,
    userId,
    memberCount,
    updatedAt,
    channelIds,
    concealedFrom,
    server,
  }: Departure): void {
    const user = ROOMS.user(userId);
    const room = ROOMS.server(serverId);
    const isReader = server !== undefined && isOpenToVisitors(server);
    this.live.leaveRooms(user, isReader ? room : [room, ...channelIds.map(ROOMS.channel)]);
    this.live.publish(
      'member:left',
      room,
      { serverId, userId, memberCount, updatedAt },
      concealedFrom.map(ROOMS.user),
    );
    if (server) this.publishChangedTo(userId, server);
    else this.live.publish('server:removed', user, { serverId });
    // A server may have too many threads to name their rooms, and private channels close to everyone who leaves.
    this.rooms.reconcileMember(userId);
  }

  /** Publishes that a member reads other channels of a server than before, to that member only. */
  publishChannelsChangedTo(userId: string, server: ServerChange): void {
    this.publishChangedTo(userId, server);
    this.rooms.reconcileMember(userId);
  }

  /**
   * Publishes that the readers of channels of a server changed, to its members and to visitors with one of them open, and closes
   * channels and threads to those who may no longer read them.
   */
  async publishReadersChanged(server: ServerChange, channelIds: readonly string[]): Promise<void> {
    await this.publishChanged(server);
    this.publishToVisitors(server, channelIds);
    this.rooms.reconcileReaders(server.id);
  }

  /** Publishes that a former member is offline. Presence cannot do so, because it finds servers by membership. */
  publishOffline({
    serverId,
    userId,
    concealedFrom,
  }: Pick<Departure, 'serverId' | 'userId' | 'concealedFrom'>): void {
    this.live.publish(
      'presence',
      ROOMS.server(serverId),
      { serverId, online: [], offline: [userId] },
      concealedFrom.map(ROOMS.user),
    );
  }

  /** @param server the member's view of the server */
  publishRoleChanged(server: ServerChange, { userId, role, concealedFrom, ...author }: MemberRole): void {
    const { username, displayName, profileImageUrl } = author;
    const inServer = { serverId: server.id, role };
    this.live.publish(
      'member:changed',
      ROOMS.server(server.id),
      { userId, username, displayName, profileImageUrl, inServer },
      concealedFrom.map(ROOMS.user),
    );
    // Staff read every channel.
    this.publishChannelsChangedTo(userId, server);
  }

  publishRemoved(serverId: string, channelIds: readonly string[]): void {
    const rooms = [ROOMS.server(serverId), ...channelIds.map(ROOMS.channel)];
    this.live.publish('server:removed', rooms, { serverId });
    this.live.leaveRooms(rooms, rooms);
  }
}
