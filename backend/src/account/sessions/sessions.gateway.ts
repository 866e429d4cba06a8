import { Inject, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { MESSAGES, ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger, ProblemError } from '@oniverse/platform';
import {
  type AddressResolver,
  CLIENT_ADDRESS,
  LiveGateway,
  LiveService,
  networkOf,
  problemFrom,
  LIVE_PACE,
  sharedListener,
} from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { unauthorized } from '../../shared/index.js';
import { SessionsService } from './sessions.service.js';
import { bindSession, findSession } from './socket-session.js';

/** Maximum number of open sockets per backend; further ones are refused with `quota_reached`. */
export const SOCKETS = { perSession: 20, perAddress: 200 } as const;

type Connection = Socket['conn'];

/** Reaches the client as `connect_error`, with the error code as its message. */
class AdmissionError extends Error {
  readonly data: { code: string; message: string };

  constructor(error: unknown) {
    const { code, message } = problemFrom(error);
    super(code);
    this.data = { code, message };
  }
}

/** Authenticates new sockets and closes the sockets of ended sessions. */
@LiveGateway()
export class SessionsGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  /** Open connections of this process, by session and by address. */
  private readonly openConnections = new Map<string, number>();
  /** What each connection counts for. */
  private readonly countedKeys = new WeakMap<Connection, string[]>();
  private readonly onClose = sharedListener((connection: Connection) => this.releaseKeys(connection));

  constructor(
    private readonly sessions: SessionsService,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: AddressResolver,
  ) {}

  onModuleInit(): void {
    this.live.useAdmission((socket) => this.admitSocket(socket));
    // Sessions normally end through Redis. This check covers Redis outages.
    this.timer = setInterval(() => void this.closeEndedSessions(), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (session) await socket.join(ROOMS.session(session.publicId));
  }

  private async admitSocket(socket: Socket): Promise<void> {
    const address = this.addressOf(socket.request);
    const client = { socket: socket.id, network: networkOf(address) };
    try {
      const userId = await this.authenticate(socket, address);
      this.logger.info({ ...client, userId }, 'Socket admitted');
    } catch (error) {
      const rejection = new AdmissionError(error);
      this.logger.info({ ...client, code: rejection.data.code }, 'Socket refused');
      throw rejection;
    }
  }

  /** Returns the member; undefined for a watcher. @throws ProblemError `unauthorized`, `quota_reached` */
  private async authenticate(socket: Socket, address: string): Promise<string | undefined> {
    const sessionId: unknown = socket.handshake.auth['sessionId'];
    this.countConnection(socket, `address:${address}`, SOCKETS.perAddress);
    if (sessionId === undefined || sessionId === null) return undefined;
    const admission =
      typeof sessionId === 'string' ? await this.sessions.findAdmission(sessionId, address) : undefined;
    if (!admission) throw unauthorized();
    this.countConnection(socket, `session:${admission.session.publicId}`, SOCKETS.perSession);
    bindSession(socket, admission);
    this.live.admitMember(socket);
    return admission.session.userId;
  }

  /** A connection over the limit closes after the client received the error. @throws ProblemError `quota_reached` */
  private countConnection({ conn }: Socket, key: string, max: number): void {
    // A connection that closed during the session lookup emits no second close event.
    if (conn.readyState === 'closed') return;
    const others = this.openConnections.get(key) ?? 0;
    if (others >= max) {
      setImmediate(() => conn.close());
      throw new ProblemError('quota_reached', MESSAGES.tooManySockets);
    }
    this.openConnections.set(key, others + 1);
    const counted = this.countedKeys.get(conn);
    this.countedKeys.set(conn, [...(counted ?? []), key]);
    if (!counted) conn.on('close', this.onClose);
  }

  private releaseKeys(connection: Connection): void {
    for (const key of this.countedKeys.get(connection) ?? []) {
      const remaining = (this.openConnections.get(key) ?? 1) - 1;
      if (remaining > 0) this.openConnections.set(key, remaining);
      else this.openConnections.delete(key);
    }
  }

  private async closeEndedSessions(): Promise<void> {
    const sockets = [...this.live.sockets()].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, session }] : [];
    });
    if (sockets.length === 0) return;
    try {
      const liveIds = await this.sessions.findLiveIds(sockets.map(({ session }) => session.publicId));
      for (const { socket, session } of sockets) {
        if (liveIds.has(session.publicId)) continue;
        socket.emit('session:ended', { reason: 'ended' });
        socket.disconnect(true);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Session check failed; retrying');
    }
  }
}
