import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { LIVE_PATH, HEARTBEAT } from '@oniverse/contracts';
import type { Redis } from 'ioredis';
import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Config } from '../config.js';
import { type AddressResolver, networkOf } from '../http/address.js';
import type { Logger } from '../logging.js';
import { notFound, ProblemError } from '../problems.js';
import { channelPrefix } from './channel-prefix.js';
import { isAllowedOrigin } from './origin.js';
import type { LiveService } from './live.service.js';
import { RequestBudget } from './request-budget.js';

/** The largest packet of a client, in bytes: well above a message of 4,000 characters. */
const MAX_PACKET_BYTES = 64 * 1024;

/** A handshake that never became a socket, such as one from a foreign origin. */
interface ConnectionError {
  req: IncomingMessage;
  message: string;
}

type Handlers = Parameters<IoAdapter['bindMessageHandlers']>[1];

const isAcknowledgement = (value: unknown): value is (value: unknown) => void => typeof value === 'function';

/** Creates the socket.io server: websocket only, so that no sticky sessions are needed. */
export class LiveAdapter extends IoAdapter {
  private readonly known = new WeakMap<Socket, Set<string>>();
  private readonly budgets = new WeakMap<Socket, RequestBudget>();
  /** Sockets whose empty budget is logged. */
  private readonly overspent = new WeakSet<Socket>();

  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
    private readonly live: LiveService,
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly log: Logger,
    private readonly addressOf: AddressResolver,
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
      pingInterval: HEARTBEAT.interval,
      pingTimeout: HEARTBEAT.timeout,
      connectTimeout: 10_000,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) =>
        decide(null, isAllowedOrigin(request, this.config.publicOrigins)),
      adapter: createAdapter(this.publisher, this.subscriber, { key: channelPrefix(this.publisher) }),
    });
    server.engine.on('connection_error', ({ req, message }: ConnectionError) => {
      this.log.info({ network: networkOf(this.addressOf(req)), reason: message }, 'Socket refused');
    });
    this.live.attachServer(server, () => this.httpServer.close());
    this.live.announceToPeers();
    this.subscriber.on('ready', () => this.live.announceToPeers());
    return server;
  }

  /** Replaces socket.io's close, which waits for all HTTP connections. Those close afterwards. */
  override async close(server: Server): Promise<void> {
    // Without `local`, the sockets of all backends would disconnect.
    server.local.disconnectSockets(true);
    await server.of('/').adapter.close();
    server.engine.close();
  }

  private checkBudget(socket: Socket): ProblemError | undefined {
    const budget = this.budgets.get(socket) ?? new RequestBudget();
    this.budgets.set(socket, budget);
    try {
      budget.spend();
      return undefined;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.logOverspent(socket, error);
      return error;
    }
  }

  /** Logs a socket once, so that its flood does not flood the log. */
  private logOverspent(socket: Socket, { code }: ProblemError): void {
    if (this.overspent.has(socket)) return;
    this.overspent.add(socket);
    this.log.info({ socket: socket.id, code }, 'Live request refused');
  }

  /** Acknowledges every request, unlike Nest's binding if the number of arguments is unexpected. */
  override bindMessageHandlers(socket: Socket, handlers: Handlers): void {
    const isNew = !this.known.has(socket);
    const known = this.known.get(socket) ?? new Set<string>();
    this.known.set(socket, known);
    for (const { message, callback } of handlers) {
      known.add(message);
      socket.on(message, (...args: unknown[]) => {
        const last = args.at(-1);
        const ack = isAcknowledgement(last) ? last : undefined;
        const payloads = ack ? args.slice(0, -1) : args;
        const payload = payloads.length <= 1 ? payloads[0] : payloads;
        const problem = this.config.rateLimits ? this.checkBudget(socket) : undefined;
        if (problem) ack?.(problem.ack());
        else this.live.trackRequest(socket, acknowledge(callback(payload, ack), ack));
      });
    }
    if (!isNew) return;
    socket.onAny((event: string, ...args: unknown[]) => {
      const ack = args.at(-1);
      if (!known.has(event) && isAcknowledgement(ack)) ack(notFound().ack());
    });
  }
}

/** Acknowledges with the result of a handler. After a failure the problem filter has already acknowledged. */
async function acknowledge(result: unknown, ack: ((value: unknown) => void) | undefined): Promise<void> {
  const value = await result;
  if (value !== undefined) ack?.(value);
}
