import { Inject, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { isOutage, LiveGateway, LiveService, LOGGER, type Logger } from '@oniverse/platform';
import type { Socket } from 'socket.io';
import { findSession, takeServersAtAdmission } from '../sessions/socket-session.js';
import { Memberships } from './memberships.js';

const SERVER_ROOMS = ROOMS.server('');

/** Takes each member's sockets into the rooms of the dimensions that the member is in, and keeps them there. */
@LiveGateway()
export class ServersGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly memberships: Memberships,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    // While Redis works a membership takes effect at once on every backend; this is for when it does not.
    this.timer = setInterval(() => void this.reconcile(), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (!session) return;
    // Read before the socket existed, so that it is in its rooms from its first moment.
    await socket.join([ROOMS.user(session.userId), ...takeServersAtAdmission(socket).map(ROOMS.server)]);
  }

  private async reconcile(): Promise<void> {
    const members = [...this.live.sockets()].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, userId: session.userId }] : [];
    });
    if (members.length === 0) return;
    try {
      const servers = await this.memberships.ofAll([...new Set(members.map(({ userId }) => userId))]);
      for (const { socket, userId } of members) {
        const rooms = new Set((servers.get(userId) ?? []).map(ROOMS.server));
        for (const room of rooms) if (!socket.rooms.has(room)) void socket.join(room);
        for (const room of socket.rooms) {
          if (room.startsWith(SERVER_ROOMS) && !rooms.has(room)) void socket.leave(room);
        }
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Memberships could not be read again');
    }
  }
}
