import type { Server, Socket } from 'socket.io';
import type { Logger } from '../logging.js';
import { LIVE_PACE } from './live-pace.js';
import { sharedListener } from './shared-listener.js';

type Connection = Socket['conn'];

/** Disconnects clients that do not read what they are sent. They catch up when they reconnect. */
export class SlowConsumers {
  /** The length of the packets that wait in the engine for an earlier write to end. */
  private readonly waiting = new WeakMap<Connection, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly server: Server,
    private readonly logger: Logger,
  ) {
    const addLength = sharedListener((connection: Connection, { data }: { data?: unknown }) => {
      const length = typeof data === 'string' ? data.length : 0;
      this.waiting.set(connection, (this.waiting.get(connection) ?? 0) + length);
    });
    server.engine.on('connection', (connection: Connection) => connection.on('packetCreate', addLength));
    server.engine.on('flush', (connection: Connection) => this.waiting.delete(connection));
    this.timer = setInterval(() => this.disconnectSlow(), LIVE_PACE.slowCheckMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private disconnectSlow(): void {
    for (const { conn } of this.server.of('/').sockets.values()) {
      const { socket } = conn.request;
      const bytes = (this.waiting.get(conn) ?? 0) + socket.writableLength;
      if (bytes <= LIVE_PACE.maxBufferedBytes) continue;
      this.logger.info({ bytes }, 'Slow client disconnected');
      // The client would not read a goodbye either.
      socket.destroy();
    }
  }
}
