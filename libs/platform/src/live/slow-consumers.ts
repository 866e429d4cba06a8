import { LIVE_PACE } from '@oniverse/contracts';
import type { Socket } from 'socket.io';
import type { Logger } from '../logging.js';
import { queuedPackets } from './engine-queue.js';

/** What waits in this process for a client to read it, in bytes as far as they are known. */
export function waitingBytes(socket: Socket): number {
  return queuedPackets(socket.conn).reduce<number>((sum, packet) => {
    const data: unknown = Reflect.get(Object(packet), 'data');
    return sum + (typeof data === 'string' ? data.length : 0);
  }, socket.conn.request.socket.writableLength);
}

/**
 * Cuts off clients that do not read what they are sent, rather than to wait for them: they ask for what they missed
 * when they come back. Nobody else notices.
 */
export class SlowConsumers {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sockets: () => Iterable<Socket>,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.check(), LIVE_PACE.slowCheckMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private check(): void {
    for (const socket of this.sockets()) {
      const bytes = waitingBytes(socket);
      if (bytes <= LIVE_PACE.maxWaitingBytes) continue;
      this.logger.info({ bytes }, 'A client that does not read was cut off');
      // Word of it could not be read either: the end of the connection is the word, and coming back the resync.
      socket.conn.request.socket.destroy();
    }
  }
}
