import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { ROOMS } from '@oniverse/contracts';
import { BatchLoader, LiveGateway, LiveService, LIVE_PACE } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { consumeInitialRooms, findSession } from '../../account/index.js';
import { MemberRooms } from './member-rooms.js';

/** Keeps sockets in the rooms of their member's servers and out of rooms that the member may no longer read. */
@LiveGateway()
export class ServersGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private readonly newSockets = new BatchLoader<Socket, void>(async (sockets) => {
    await this.rooms.reconcile(sockets);
    return sockets.map(() => undefined);
  }, LIVE_PACE.admissionWaitMs);

  constructor(
    private readonly rooms: MemberRooms,
    private readonly live: LiveService,
  ) {}

  onModuleInit(): void {
    // Covers changes of membership that were lost while Redis was down.
    this.timer = setInterval(() => void this.rooms.reconcile(this.live.sockets()), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (!session) return;
    // The memberships were read during admission, so that the socket is in its rooms from the start.
    await socket.join([ROOMS.user(session.userId), ...consumeInitialRooms(socket)]);
    // Memberships may have changed since then, before the socket joined any room.
    void this.newSockets.get(socket);
  }
}
