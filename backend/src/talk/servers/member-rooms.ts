import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { findSession } from '../../account/index.js';
import { isReadersRoom } from '../../shared/index.js';
import { Memberships } from './memberships.js';

const CHANNEL_ROOM_PREFIX = ROOMS.channel('');
const NO_ROOMS: ReadonlySet<string> = new Set();
const MEMBER_TOPIC = 'servers:reconcile-member';
const READERS_TOPIC = 'servers:readers-changed';

interface MemberSocket {
  socket: Socket;
  userId: string;
  rooms: ReadonlySet<string>;
}

/** Moves sockets into the rooms of what their member reads, and out of rooms that the member may no longer read. */
@Injectable()
export class MemberRooms implements OnModuleInit {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly memberships: Memberships,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onHint(MEMBER_TOPIC, (userId) => {
      if (typeof userId === 'string') void this.reconcileOwn(userId);
    });
    this.live.onHint(READERS_TOPIC, (serverId) => {
      if (typeof serverId === 'string') void this.reconcileOwnReaders(serverId);
    });
  }

  /** Calls a listener when the readers of channels of some server change, on any backend, before sockets are reconciled. */
  onReadersChanged(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reconciles, on all backends, the sockets that may have a channel of a server open. Must be called after the commit. */
  reconcileReaders(serverId: string): void {
    this.live.publishHint(READERS_TOPIC, serverId);
    void this.reconcileOwnReaders(serverId);
  }

  /** Reconciles the sockets of a member on all backends. Must be called after the commit. */
  reconcileMember(userId: string): void {
    this.live.publishHint(MEMBER_TOPIC, userId);
    void this.reconcileOwn(userId);
  }

  /** Reconciles sockets of this process. */
  async reconcile(candidates: Iterable<Socket>): Promise<void> {
    const sockets: MemberSocket[] = [...candidates].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, userId: session.userId, rooms: new Set(socket.rooms) }] : [];
    });
    if (sockets.length === 0) return;
    const evicted: Socket[] = [];
    try {
      const channelIds = sockets.flatMap(({ rooms }) => idsIn(rooms, CHANNEL_ROOM_PREFIX));
      const readers = await this.memberships.readersByChannel(channelIds);
      const rooms = await this.memberships.roomsByMember(
        sockets.map(({ userId }) => userId),
        [...readers.keys()],
      );
      // Computed per member, not per socket: a member may be in thousands of servers on many devices.
      const ownRooms = new Map([...rooms].map(([userId, own]) => [userId, new Set(own)]));
      for (const member of sockets) {
        const own = ownRooms.get(member.userId) ?? NO_ROOMS;
        const closed = idsIn(member.rooms, CHANNEL_ROOM_PREFIX).filter((id) => {
          const channel = readers.get(id);
          return !channel || !(channel.isOpen || own.has(channel.room));
        });
        const current = [...member.rooms].filter(isReadersRoom);
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

  /** Visitors of a public server, and members who left a moment ago, are in the rooms of its channels only. */
  private async reconcileOwnReaders(serverId: string): Promise<void> {
    for (const listener of this.listeners) listener();
    const server = ROOMS.server(serverId);
    await this.reconcile(
      [...this.live.sockets()].filter(
        ({ rooms }) => rooms.has(server) || idsIn(rooms, CHANNEL_ROOM_PREFIX).length > 0,
      ),
    );
  }

  private async reconcileOwn(userId: string): Promise<void> {
    const room = ROOMS.user(userId);
    await this.reconcile([...this.live.sockets()].filter(({ rooms }) => rooms.has(room)));
  }
}

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
