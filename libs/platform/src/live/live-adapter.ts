import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { LIVE_PATH } from '@oniverse/contracts';
import type { Redis } from 'ioredis';
import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Config } from '../config.js';
import { notFound, ProblemError } from '../problems.js';
import { isAllowedOrigin } from './origin.js';
import type { LiveService } from './live.service.js';
import { RequestBudget } from './request-budget.js';
import { combineWrites } from './write-combining.js';

/** The largest packet a client may send, in bytes: a message of 4,000 characters with room to spare. */
const MAX_PACKET_BYTES = 64 * 1024;

type Handlers = Parameters<IoAdapter['bindMessageHandlers']>[1];

const isFunction = (value: unknown): value is (answer: unknown) => void => typeof value === 'function';

/**
 * The one place that makes the socket.io server: websocket only (no sticky sessions needed), origins
 * checked, rooms shared by socket.io's own Redis adapter.
 */
export class LiveAdapter extends IoAdapter {
  /** The events that some gateway handles, for each socket. */
  private readonly known = new WeakMap<Socket, Set<string>>();
  private readonly budgets = new WeakMap<Socket, RequestBudget>();

  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
    private readonly live: LiveService,
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
  ) {
    super(app);
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server = new Server(this.httpServer, {
      ...options,
      path: LIVE_PATH,
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: MAX_PACKET_BYTES,
      perMessageDeflate: false,
      pingInterval: 25_000,
      pingTimeout: 15_000,
      connectTimeout: 10_000,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) =>
        decide(null, isAllowedOrigin(request, this.config.publicOrigins)),
      adapter: createAdapter(this.publisher, this.subscriber),
    });
    combineWrites(server);
    this.live.attach(server, () => this.httpServer.close());
    this.live.greetPeers();
    this.subscriber.on('ready', () => this.live.greetPeers());
    return server;
  }

  /** Not socket.io's own end, which waits for every connection of the HTTP server: that ends by itself, after this. */
  override async close(server: Server): Promise<void> {
    // Its own alone: without `local` those of every backend would go.
    server.local.disconnectSockets(true);
    await server.of('/').adapter.close();
    server.engine.close();
  }

  private refusalOf(socket: Socket): ProblemError | undefined {
    const budget = this.budgets.get(socket) ?? new RequestBudget();
    this.budgets.set(socket, budget);
    try {
      budget.spend();
      return undefined;
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  }

  /**
   * Nest's own binding leaves an acknowledgement unanswered when a request's shape is off; here each request
   * has one payload and is answered, by its handler or by the problem filter.
   */
  override bindMessageHandlers(socket: Socket, handlers: Handlers): void {
    const isNew = !this.known.has(socket);
    const known = this.known.get(socket) ?? new Set<string>();
    this.known.set(socket, known);
    for (const { message, callback } of handlers) {
      known.add(message);
      socket.on(message, (...args: unknown[]) => {
        const last = args.at(-1);
        const ack = isFunction(last) ? last : undefined;
        const payloads = ack ? args.slice(0, -1) : args;
        const payload = payloads.length <= 1 ? payloads[0] : payloads;
        const refusal = this.config.rateLimits ? this.refusalOf(socket) : undefined;
        if (refusal) ack?.(refusal.ack());
        else this.live.serve(socket, answer(callback(payload, ack), ack));
      });
    }
    if (!isNew) return;
    socket.onAny((event: string, ...args: unknown[]) => {
      const ack = args.at(-1);
      if (!known.has(event) && isFunction(ack)) ack(notFound().ack());
    });
  }
}

/** Acknowledges what a handler answers; where it failed, the problem filter has acknowledged. */
async function answer(handled: unknown, ack: ((answer: unknown) => void) | undefined): Promise<void> {
  const value = await handled;
  if (value !== undefined) ack?.(value);
}
