import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { createAdapter } from '@socket.io/redis-adapter';
import { HEARTBEAT, LIVE_PATH, SOCKET_INPUT } from '@oniverse/contracts';
import type { IncomingMessage } from 'node:http';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import type { Config } from '../config.js';
import { type AddressResolver, networkOf } from '../http/address.js';
import type { Logger } from '../logging.js';
import { notFound, ProblemError } from '../problems.js';
import type { RedisConnection } from '../redis.js';
import { beginRequest, newRequestId, runInRequest } from '../request-context.js';
import { channelPrefix } from './live-publisher.js';
import { HandshakeLimit } from './handshake-limit.js';
import { InputGuard } from './input-guard.js';
import type { LiveMetrics } from './live-metrics.js';
import type { LiveService } from './live.service.js';
import { RequestBudget } from './request-budget.js';
import { sharedListener } from './shared-listener.js';
import { endSpan } from '../tracing.js';

/** Returns whether a page of this Origin may open a socket. Clients without one are not browsers and may. */
export function isAllowedOrigin(request: IncomingMessage, publicOrigins: readonly string[]): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return publicOrigins.length > 0 ? publicOrigins.includes(url.origin) : url.host === host;
}

/** A handshake that never became a socket, such as one from a foreign origin. */
interface ConnectionError {
  req: IncomingMessage;
  message: string;
  context?: { message?: string };
}

/** Tells a refused handshake from one of a foreign origin. */
const TOO_MANY = 'rate_limited';

type Handlers = Parameters<IoAdapter['bindMessageHandlers']>[1];
type Handler = Handlers[number]['callback'];

const isAcknowledgement = (value: unknown): value is (value: unknown) => void => typeof value === 'function';

/** Creates the socket.io server: websocket only, so that no sticky sessions are needed. */
export class LiveAdapter extends IoAdapter {
  /** The handlers of each socket, at the places of their messages. */
  private readonly handlers = new WeakMap<Socket, (Handler | undefined)[]>();
  private readonly places = new Map<string, number>();
  private readonly onRequest = sharedListener((socket: Socket, event: string, ...args: unknown[]) => {
    const place = this.places.get(event);
    this.answer(socket, event, place === undefined ? undefined : this.handlers.get(socket)?.[place], args);
  });
  /** Sockets whose end is listened for. */
  private readonly followed = new WeakSet<Socket>();
  private readonly budgets = new WeakMap<Socket, RequestBudget>();
  /** Sockets whose empty budget is logged. */
  private readonly overspent = new WeakSet<Socket>();
  private readonly handshakes = this.newHandshakeLimit();
  /** Counts those of foreign pages, which must not use up what their visitors may open here. */
  private readonly foreignHandshakes = this.newHandshakeLimit();

  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
    private readonly live: LiveService,
    private readonly publisher: RedisConnection,
    private readonly subscriber: RedisConnection,
    private readonly log: Logger,
    private readonly addressOf: AddressResolver,
    private readonly metrics: LiveMetrics,
  ) {
    super(app);
  }

  override createIOServer(_port: number, options?: ServerOptions): Server {
    const server = new Server(this.httpServer, {
      ...options,
      path: LIVE_PATH,
      transports: ['websocket'],
      serveClient: false,
      maxHttpBufferSize: SOCKET_INPUT.members.packetBytes,
      perMessageDeflate: false,
      pingInterval: HEARTBEAT.interval,
      pingTimeout: HEARTBEAT.timeout,
      connectTimeout: 10_000,
      allowRequest: (request: IncomingMessage, decide: (error: string | null, allowed: boolean) => void) => {
        const isAllowed = isAllowedOrigin(request, this.config.publicOrigins);
        void this.isWithinHandshakes(request, isAllowed).then((isWithin) =>
          isWithin ? decide(null, isAllowed) : decide(TOO_MANY, false),
        );
      },
      adapter: createAdapter(this.publisher, this.subscriber, { key: channelPrefix(this.publisher) }),
    });
    server.engine.on('connection_error', ({ req, message, context }: ConnectionError) => {
      // Logged once by the limit, so that a flood does not flood the log.
      if (context?.message === TOO_MANY) return;
      this.log.info({ network: networkOf(this.addressOf(req)), reason: message }, 'Socket refused');
    });
    const guard = this.config.rateLimits
      ? new InputGuard(server, ({ request }) => {
          const address = this.addressOf(request);
          void this.handshakes.charge(address);
          this.log.info({ network: networkOf(address) }, 'Socket closed for what it sent');
        })
      : undefined;
    this.live.attachServer(server, () => this.httpServer.close(), guard);
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

  private newHandshakeLimit(): HandshakeLimit {
    return new HandshakeLimit((address) =>
      this.log.info({ network: networkOf(address) }, 'Too many sockets opened'),
    );
  }

  private async isWithinHandshakes(request: IncomingMessage, isAllowed: boolean): Promise<boolean> {
    const limit = isAllowed ? this.handshakes : this.foreignHandshakes;
    return !this.config.rateLimits || limit.allows(this.addressOf(request));
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

  /**
   * Nest calls this for every gateway and socket. One listener a socket answers all messages: listeners of their own
   * took two kilobytes of each idle connection.
   */
  override bindMessageHandlers(socket: Socket, handlers: Handlers): void {
    const known = this.handlers.get(socket);
    const all = known ?? Array.from<Handler | undefined>({ length: this.places.size });
    for (const { message, callback } of handlers) all[this.placeOf(message)] = callback;
    if (known) return;
    this.handlers.set(socket, all);
    socket.onAny(this.onRequest);
  }

  /** All gateways share a server, so that its first listener tells all of them. */
  override bindClientDisconnect(socket: Socket, listener: (reason: string) => void): void {
    if (this.followed.has(socket)) return;
    this.followed.add(socket);
    socket.once('disconnect', listener);
  }

  private placeOf(message: string): number {
    const place = this.places.get(message) ?? this.places.size;
    this.places.set(message, place);
    return place;
  }

  /** Acknowledges every request, unlike Nest's binding if the number of arguments is unexpected. */
  private answer(
    socket: Socket,
    event: string,
    handler: Handler | undefined,
    args: readonly unknown[],
  ): void {
    const last = args.at(-1);
    // Clients choose the names of what nothing handles.
    const ack = isAcknowledgement(last) ? this.metrics.measured(handler && event, last) : undefined;
    const payloads = ack ? args.slice(0, -1) : args;
    const payload = payloads.length <= 1 ? payloads[0] : payloads;
    const problem = this.refusalOf(socket, handler);
    if (problem) ack?.(problem.ack());
    else {
      const request = beginRequest(newRequestId(), event, 'server');
      const response = runInRequest(request, () => acknowledge(handler?.(payload, ack), ack));
      this.live.trackRequest(socket, response);
      if (request.span) void response.finally(() => endSpan(request.span));
    }
  }

  private refusalOf(socket: Socket, handler: Handler | undefined): ProblemError | undefined {
    const overspent = this.config.rateLimits ? this.checkBudget(socket) : undefined;
    return overspent ?? (handler ? undefined : notFound());
  }
}

/** Acknowledges with the result of a handler. After a failure the problem filter has already acknowledged. */
async function acknowledge(result: unknown, ack: ((value: unknown) => void) | undefined): Promise<void> {
  const value = await result;
  if (value !== undefined) ack?.(value);
}
