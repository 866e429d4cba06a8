import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, NotificationResponse */
const NOTIFICATION = 'A'.charCodeAt(0);

/** Yields the messages of a server apart from notifications. Each has a type and its length without the type. */
async function* withoutNotifications(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length > 4 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1;
      if (rest[0] !== NOTIFICATION) yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
}

/**
 * Leads to a PostgreSQL like a pooler that shares its sessions between clients: a client that listens hears nothing,
 * because the session that listens serves others.
 */
export class DeafPooler {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((near) => this.accept(near));

  private constructor(private readonly target: URL) {}

  static async start(databaseUrl: string): Promise<DeafPooler> {
    const pooler = new DeafPooler(new URL(databaseUrl));
    pooler.server.listen(0, '127.0.0.1');
    await once(pooler.server, 'listening');
    return pooler;
  }

  /** The address of the database through the pooler. */
  get url(): string {
    const { port }: Pick<AddressInfo, 'port'> = Object(this.server.address());
    const url = new URL(this.target);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    }
    // A failure on one side closes the other.
    void pipeline(near, far).catch(() => near.destroy());
    void pipeline(far, withoutNotifications, near).catch(() => far.destroy());
  }
}
