import { Inject, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { Batches, LiveGateway, LiveService } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { findSession, takeServersAtAdmission } from '../sessions/socket-session.js';
import { Memberships } from './memberships.js';

const SERVER_ROOMS = ROOMS.server('');
const CHANNEL_ROOMS = ROOMS.channel('');

/** A member's socket, and the rooms that it was in when it was looked at. */
interface MemberSocket {
  socket: Socket;
  userId: string;
  rooms: ReadonlySet<string>;
}

/**
 * Takes each member's sockets into the rooms of the dimensions that the member is in, and keeps them there; and out of
 * the rooms of channels that the member may no longer read.
 */
@LiveGateway()
export class ServersGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** Sockets that just came are looked at together. */
  private readonly arrivals = new Batches<Socket, void>(async (sockets) => {
    await this.reconcile(sockets);
    return sockets.map(() => undefined);
  }, LIVE_PACE.admissionWaitMs);

  constructor(
    private readonly memberships: Memberships,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    // While Redis works a membership takes effect at once on every backend; this is for when it does not.
    this.timer = setInterval(() => void this.reconcile(this.live.sockets()), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (!session) return;
    // Read before the socket existed, so that it is in its rooms from its first moment.
    await socket.join([ROOMS.user(session.userId), ...takeServersAtAdmission(socket).map(ROOMS.server)]);
    // A membership that began or ended between that reading and now was told to a room that it was not in.
    void this.arrivals.get(socket);
  }

  /** Takes sockets to where their members are now. */
  private async reconcile(all: Iterable<Socket>): Promise<void> {
    const sockets: MemberSocket[] = [...all].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, userId: session.userId, rooms: new Set(socket.rooms) }] : [];
    });
    if (sockets.length === 0) return;
    const takenOut: Socket[] = [];
    try {
      const channelIds = sockets.flatMap(({ rooms }) => idsIn(rooms, CHANNEL_ROOMS));
      const places = await this.memberships.placesOf(channelIds);
      const servers = await this.memberships.ofAll(sockets.map(({ userId }) => userId));
      for (const member of sockets) {
        const own = new Set(servers.get(member.userId));
        const closed = idsIn(member.rooms, CHANNEL_ROOMS).filter((id) => {
          const place = places.get(id);
          return !place || !(place.isPublic || own.has(place.serverId));
        });
        const left = idsIn(member.rooms, SERVER_ROOMS).filter((id) => !own.has(id));
        move(member, [...own].map(ROOMS.server), [...left.map(ROOMS.server), ...closed.map(ROOMS.channel)]);
        if (left.length > 0) takenOut.push(member.socket);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Memberships could not be read again');
    }
    // Until then one of them may have opened a channel as a member.
    await this.reconcile(takenOut);
  }
}

const idsIn = (rooms: ReadonlySet<string>, prefix: string): string[] =>
  [...rooms].flatMap((room) => (room.startsWith(prefix) ? [room.slice(prefix.length)] : []));

/** What moved by itself since the socket was looked at is younger than what was read. */
function move({ socket, rooms }: MemberSocket, into: readonly string[], outOf: readonly string[]): void {
  // One that is gone by now would stay in the room for ever.
  if (!socket.connected) return;
  for (const room of into) if (!rooms.has(room)) void socket.join(room);
  for (const room of outOf) void socket.leave(room);
}
