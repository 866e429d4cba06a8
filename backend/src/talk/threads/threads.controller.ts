import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  followThread,
  getThread,
  type InputOf,
  listFollowedThreads,
  listThreads,
  type MessageView,
  type OkAnswer,
  startThread,
  type ThreadView,
  unfollowThread,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ThreadsService } from './threads.service.js';

@Controller()
export class ThreadsController {
  constructor(private readonly threads: ThreadsService) {}

  @Handles(startThread)
  async start(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof startThread>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const { message, created } = await this.threads.start(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(getThread)
  async get(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof getThread>,
  ): Promise<ThreadView> {
    return this.threads.get(session.userId, id);
  }

  @Handles(listThreads)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listThreads>,
  ): Promise<Page<ThreadView>> {
    return this.threads.list(session.userId, id, query);
  }

  @Handles(listFollowedThreads)
  async listFollowed(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listFollowedThreads>,
  ): Promise<Page<ThreadView>> {
    return this.threads.listFollowed(session.userId, query);
  }

  @Handles(followThread)
  async follow(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof followThread>,
  ): Promise<OkAnswer> {
    await this.threads.follow(session.userId, id);
    return { ok: true };
  }

  @Handles(unfollowThread)
  async unfollow(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof unfollowThread>,
  ): Promise<OkAnswer> {
    await this.threads.unfollow(session.userId, id);
    return { ok: true };
  }
}
