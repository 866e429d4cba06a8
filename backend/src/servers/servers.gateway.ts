import { Inject, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { may, ROOMS, standingIn } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { BatchLoader, LiveGateway, LiveService, LIVE_PACE } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { findSession, consumeInitialServerIds } from '../sessions/socket-session.js';
import { Memberships } from './memberships.js';
import type { ChannelLocation } from './servers.repository.js';

const SERVER_ROOM_PREFIX = ROOMS.server('');
const CHANNEL_ROOM_PREFIX = ROOMS.channel('');
const NO_ROOMS: ReadonlySet<string> = new Set();

interface MemberSocket {
  socket: Socket;
  userId: string;
  rooms: ReadonlySet<string>;
}

/** Keeps sockets in the rooms of their member's servers and out of rooms that the member may no longer read. */
@LiveGateway()
export class ServersGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly newSockets = new BatchLoader<Socket, void>(async (sockets) => {
    await this.reconcile(sockets);
    return sockets.map(() => undefined);
  }, LIVE_PACE.admissionWaitMs);

  constructor(
    private readonly memberships: Memberships,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    // Covers changes of membership that were lost while Redis was down.
    this.timer = setInterval(() => void this.reconcile(this.live.sockets()), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (!session) return;
    // The memberships were read during admission, so that the socket is in its rooms from the start.
    await socket.join([ROOMS.user(session.userId), ...consumeInitialServerIds(socket).map(ROOMS.server)]);
    // Memberships may have changed since then, before the socket joined any room.
    void this.newSockets.get(socket);
  }

  private async reconcile(candidates: Iterable<Socket>): Promise<void> {
    const sockets: MemberSocket[] = [...candidates].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, userId: session.userId, rooms: new Set(socket.rooms) }] : [];
    });
    if (sockets.length === 0) return;
    const evicted: Socket[] = [];
    try {
      const channelIds = sockets.flatMap(({ rooms }) => idsIn(rooms, CHANNEL_ROOM_PREFIX));
      const locations = await this.memberships.channelLocations(channelIds);
      const servers = await this.memberships.serverIdsByMember(sockets.map(({ userId }) => userId));
      // Computed per member, not per socket: a member may be in thousands of servers on many devices.
      const ownRooms = new Map([...servers].map(([userId, ids]) => [userId, new Set(ids.map(ROOMS.server))]));
      for (const member of sockets) {
        const own = ownRooms.get(member.userId) ?? NO_ROOMS;
        const closed = idsIn(member.rooms, CHANNEL_ROOM_PREFIX).filter((id) => {
          const location = locations.get(id);
          return !location || !mayRead(location, own.has(ROOMS.server(location.serverId)));
        });
        const current = [...member.rooms].filter((room) => room.startsWith(SERVER_ROOM_PREFIX));
        const obsolete = current.filter((room) => !own.has(room));
        const missing = current.length - obsolete.length === own.size ? [] : [...own];
        moveSocket(member, missing, [...obsolete, ...closed.map(ROOMS.channel)]);
        if (obsolete.length > 0) evicted.push(member.socket);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Could not reconcile sockets with memberships');
    }
    // An evicted socket may have opened a channel before its eviction.
    await this.reconcile(evicted);
  }
}

const mayRead = ({ isPublic }: ChannelLocation, isMember: boolean): boolean =>
  may(standingIn({ isPublic, role: isMember ? 'member' : null, isBanned: false }), 'readServer');

const idsIn = (rooms: ReadonlySet<string>, prefix: string): string[] =>
  [...rooms].flatMap((room) => (room.startsWith(prefix) ? [room.slice(prefix.length)] : []));

/** Joins only rooms missing in the snapshot: a room left since then was left because of a newer change. */
function moveSocket(
  { socket, rooms }: MemberSocket,
  roomsToJoin: readonly string[],
  roomsToLeave: readonly string[],
): void {
  // A disconnected socket would stay in the room forever.
  if (!socket.connected) return;
  for (const room of roomsToJoin) if (!rooms.has(room)) void socket.join(room);
  for (const room of roomsToLeave) void socket.leave(room);
}
