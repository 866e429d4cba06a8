import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  deleteThread,
  followThread,
  getThread,
  listFollowedThreads,
  listThreads,
  startThread,
  unfollowThread,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { ThreadsService } from './threads.service.js';

@Controller()
export class ThreadsController {
  constructor(private readonly threads: ThreadsService) {}

  @Handles(startThread)
  async start(
    { session, id, body }: Received<typeof startThread>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, created } = await this.threads.start(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(getThread)
  async get({ session, id }: Received<typeof getThread>) {
    return this.threads.get(session.userId, id);
  }

  @Handles(listThreads)
  async list({ session, id, query }: Received<typeof listThreads>) {
    return this.threads.list(session.userId, id, query);
  }

  @Handles(listFollowedThreads)
  async listFollowed({ session, query }: Received<typeof listFollowedThreads>) {
    return this.threads.listFollowed(session.userId, query);
  }

  @Handles(deleteThread)
  async delete({ session, id }: Received<typeof deleteThread>) {
    await this.threads.delete(session.userId, id);
  }

  @Handles(followThread)
  async follow({ session, id }: Received<typeof followThread>) {
    await this.threads.follow(session.userId, id);
  }

  @Handles(unfollowThread)
  async unfollow({ session, id }: Received<typeof unfollowThread>) {
    await this.threads.unfollow(session.userId, id);
  }
}
