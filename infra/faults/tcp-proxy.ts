import { connect, createServer, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { freePort, sleep } from '@oniverse/embedded';

/** A TCP proxy between two processes that simulates network failures. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private delayMs = 0;
  /** While the network is stalled, resolves when it ends. */
  private stalled: Promise<void> | undefined;
  private release: () => void = () => {};

  private constructor(
    readonly port: number,
    private readonly targetPort: number,
  ) {}

  /** Listens on a free port and forwards to another, both on 127.0.0.1. */
  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), targetPort);
    await proxy.listen();
    return proxy;
  }

  /** Closes all connections and refuses new ones. */
  cut(): void {
    this.server?.close();
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps and accepts connections but forwards nothing. */
  stall(): void {
    if (this.stalled) return;
    this.stalled = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  slow(ms: number): void {
    this.delayMs = ms;
  }

  /** Ends all failures and forwards the stalled bytes. */
  async heal(): Promise<void> {
    this.delayMs = 0;
    this.release();
    this.stalled = undefined;
    if (!this.server) await this.listen();
  }

  stop(): void {
    this.cut();
    this.release();
  }

  private async listen(): Promise<void> {
    const server = createServer((near) => this.accept(near));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
  }

  private accept(near: Socket): void {
    const far = connect({ port: this.targetPort, host: '127.0.0.1' });
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    }
    void this.forward(near, far);
    void this.forward(far, near);
  }

  private async forward(from: Socket, to: Socket): Promise<void> {
    try {
      await pipeline(from, (chunks: AsyncIterable<Buffer>) => this.delay(chunks), to);
    } catch {
      // A failure on one side closes the other.
      from.destroy();
      to.destroy();
    }
  }

  private async *delay(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (this.delayMs > 0) await sleep(this.delayMs);
      await this.stalled;
      yield chunk;
    }
  }
}
