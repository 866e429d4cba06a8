import { Inject, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { OnGatewayConnection } from '@nestjs/websockets';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { LiveGateway, LiveService, problemFrom } from '@oniverse/platform/backend';
import type { Socket } from 'socket.io';
import { unauthorized } from './current-session.decorator.js';
import { SessionsService } from './sessions.service.js';
import { bindSession, findSession } from './socket-session.js';

/** A refusal as a client reads it: `connect_error` with the code as its message. */
class Refusal extends Error {
  readonly data: { code: string; message: string };

  constructor(error: unknown) {
    const { code, message } = problemFrom(error);
    super(code);
    this.data = { code, message };
  }
}

/** Admits sockets before they exist, and closes those whose session ended. */
@LiveGateway()
export class SessionsGateway implements OnModuleInit, OnGatewayConnection, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly sessions: SessionsService,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.admitWith((socket) => this.admit(socket));
    // While Redis works the end of a session reaches its sockets at once; this is for when it does not.
    this.timer = setInterval(() => void this.closeEnded(), LIVE_PACE.sessionCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async handleConnection(socket: Socket): Promise<void> {
    const session = findSession(socket);
    if (session) await socket.join(ROOMS.session(session.publicId));
  }

  private async admit(socket: Socket): Promise<void> {
    const sessionId: unknown = socket.handshake.auth['sessionId'];
    if (sessionId === undefined || sessionId === null) return;
    try {
      const admission = typeof sessionId === 'string' ? await this.sessions.admit(sessionId) : undefined;
      if (!admission) throw unauthorized();
      bindSession(socket, admission);
    } catch (error) {
      throw new Refusal(error);
    }
  }

  private async closeEnded(): Promise<void> {
    const sockets = [...this.live.sockets()].flatMap((socket) => {
      const session = findSession(socket);
      return session ? [{ socket, session }] : [];
    });
    if (sockets.length === 0) return;
    try {
      const live = await this.sessions.liveAmong(sockets.map(({ session }) => session.hash));
      for (const { socket, session } of sockets) {
        if (live.has(session.hash)) continue;
        socket.emit('session:ended', { reason: 'ended' });
        socket.disconnect(true);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Sessions could not be read again');
    }
  }
}
