import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  getGame,
  joinGame,
  leaveGame,
  listAwake,
  listGames,
  listOpenGames,
  offerGame,
  offerRematch,
  openGameToVisitors,
  play,
  setAwake,
  startGame,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { AwakeService } from './awake.service.js';
import { GamesService } from './games.service.js';

@Controller()
export class GamesController {
  constructor(
    private readonly games: GamesService,
    private readonly awake: AwakeService,
  ) {}

  @Handles(offerGame)
  async offer(
    { session, id, body }: Received<typeof offerGame>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, created } = await this.games.offer(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(offerRematch)
  async offerRematch(
    { session, id, body }: Received<typeof offerRematch>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, created } = await this.games.offerRematch(session.userId, id, body.nonce);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(joinGame)
  async join({ session, id }: Received<typeof joinGame>) {
    return this.games.join(session.userId, id);
  }

  @Handles(leaveGame)
  async leave({ session, id }: Received<typeof leaveGame>) {
    return this.games.leave(session.userId, id);
  }

  @Handles(startGame)
  async start({ session, id }: Received<typeof startGame>) {
    return this.games.start(session.userId, id);
  }

  @Handles(play)
  async play({ session, id, body }: Received<typeof play>, @Res({ passthrough: true }) reply: FastifyReply) {
    const { message, created } = await this.games.play(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(getGame)
  async get({ session, id }: Received<typeof getGame>) {
    return this.games.get(session?.userId ?? null, id);
  }

  @Handles(listGames)
  async list({ session, query }: Received<typeof listGames>) {
    return this.games.list(session.userId, query);
  }

  @Handles(listOpenGames)
  async listOpen() {
    return this.games.listOpen();
  }

  @Handles(listAwake)
  async listAwake({ session }: Received<typeof listAwake>) {
    return this.awake.list(session.userId);
  }

  @Handles(setAwake)
  async setAwake({ session, body }: Received<typeof setAwake>) {
    return this.awake.setOpen(session.userId, body.isOpen);
  }

  @Handles(openGameToVisitors)
  async openToVisitors({ session, id, body }: Received<typeof openGameToVisitors>) {
    return this.games.openToVisitors(session.userId, id, body.isOpen);
  }
}
