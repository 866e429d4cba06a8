import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  getGame,
  joinGame,
  leaveGame,
  listGames,
  offerGame,
  offerRematch,
  openGameToVisitors,
  play,
  startGame,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { GamesService } from './games.service.js';

@Controller()
export class GamesController {
  constructor(private readonly games: GamesService) {}

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

  @Handles(openGameToVisitors)
  async openToVisitors({ session, id, body }: Received<typeof openGameToVisitors>) {
    return this.games.openToVisitors(session.userId, id, body.isOpen);
  }
}
