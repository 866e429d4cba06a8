import type { ServerEvent, ServerPayload } from '@oniverse/contracts';
import type { Server, Socket } from 'socket.io';
import { queuedPackets } from './engine-queue.js';
import { textFrame } from './websocket-frame.js';

/** socket.io's mark of an event in the default namespace, and engine.io's of a message (their protocols 5 and 4). */
const EVENT = '2';
const MESSAGE = '4';

/** One event on its way to a room. */
interface Publication {
  room: string;
  packet: string;
  frame: Buffer;
}

/** What some sockets get in one turn of the event loop, one publication more than their `before`. */
class Parcel {
  private readonly longer = new Map<Publication, Parcel>();
  private joined: Buffer | undefined;

  private constructor(
    private readonly last: Publication,
    private readonly before: Parcel | undefined,
  ) {}

  /** The parcel with one publication more; the same object for all sockets that get the same. */
  static with(
    publication: Publication,
    before: Parcel | undefined,
    firsts: Map<Publication, Parcel>,
  ): Parcel {
    const known = before?.longer ?? firsts;
    const parcel = known.get(publication) ?? new Parcel(publication, before);
    known.set(publication, parcel);
    return parcel;
  }

  /** All of it, ready for the wire. */
  get bytes(): Buffer {
    this.joined ??= this.before ? Buffer.concat([this.before.bytes, this.last.frame]) : this.last.frame;
    return this.joined;
  }

  /** All of it, packet by packet. */
  get packets(): string[] {
    return [...(this.before?.packets ?? []), this.last.packet];
  }
}

/**
 * Sends events to the sockets of this process. An event is made into bytes once, whoever gets it, and what a socket
 * gets in one turn of the event loop goes in one write: the call into the system is most of what a delivery costs.
 */
export class FanOut {
  private waiting: Publication[] = [];

  constructor(private readonly server: Server) {}

  /** Sends an event to the sockets that are in a room when this turn ends. */
  send<E extends ServerEvent>(event: E, room: string, payload: ServerPayload<E>): void {
    if (!this.rooms.has(room)) return;
    const packet = EVENT + JSON.stringify([event, payload]);
    if (this.waiting.push({ room, packet, frame: textFrame(MESSAGE + packet) }) === 1) {
      process.nextTick(() => this.flush());
    }
  }

  private get rooms(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.server.of('/').adapter.rooms;
  }

  private flush(): void {
    const { sockets } = this.server.of('/');
    const firsts = new Map<Publication, Parcel>();
    const parcels = new Map<string, Parcel>();
    for (const publication of this.waiting) {
      for (const id of this.rooms.get(publication.room) ?? []) {
        parcels.set(id, Parcel.with(publication, parcels.get(id), firsts));
      }
    }
    this.waiting = [];
    for (const [id, parcel] of parcels) {
      const socket = sockets.get(id);
      if (socket) deliver(socket, parcel);
    }
  }
}

/**
 * Past socket.io's and engine.io's own way, which costs as much again as the system's: without compression the
 * websocket holds nothing back, so that where engine.io holds nothing back either, what is written next comes next.
 */
function deliver({ conn }: Socket, parcel: Parcel): void {
  const connection = conn.request.socket;
  if (conn.readyState === 'open' && connection.writable && queuedPackets(conn).length === 0) {
    connection.write(parcel.bytes);
  } else {
    for (const packet of parcel.packets) conn.write(packet);
  }
}
