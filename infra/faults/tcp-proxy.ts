import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { freePort, sleep } from '@oniverse/embedded';

/** A network between two processes, which can fail: everything that one says to the other passes through it. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private delayMs = 0;
  /** While bytes are held: settles when they may go on. */
  private held: Promise<void> | undefined;
  private release: () => void = () => {};

  private constructor(
    readonly port: number,
    private readonly targetPort: number,
  ) {}

  /** Listens on a free port of 127.0.0.1, and passes on to another one there. */
  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), targetPort);
    await proxy.listen();
    return proxy;
  }

  /** All connections are lost, and new ones refused. */
  cut(): void {
    this.server?.close();
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Connections stay, new ones are taken, but no byte passes. */
  stall(): void {
    if (this.held) return;
    this.held = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  /** Each piece comes later by this many milliseconds. */
  slow(ms: number): void {
    this.delayMs = ms;
  }

  /** All is well again; what was held goes on. */
  async heal(): Promise<void> {
    this.delayMs = 0;
    this.release();
    this.held = undefined;
    if (!this.server) await this.listen();
  }

  stop(): void {
    this.cut();
    this.release();
  }

  private async listen(): Promise<void> {
    const server = createServer((near) => this.join(near));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  private join(near: Socket): void {
    const far = connect({ port: this.targetPort, host: '127.0.0.1' });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    }
    void this.pass(near, far);
    void this.pass(far, near);
  }

  private async pass(from: Socket, to: Socket): Promise<void> {
    try {
      await pipeline(from, (pieces: AsyncIterable<Buffer>) => this.gate(pieces), to);
    } catch {
      // A connection that breaks off on one side breaks off on the other.
      from.destroy();
      to.destroy();
    }
  }

  private async *gate(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      if (this.delayMs > 0) await sleep(this.delayMs);
      await this.held;
      yield piece;
    }
  }
}
