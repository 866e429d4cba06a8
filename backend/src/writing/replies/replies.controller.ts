import { Controller } from '@nestjs/common';
import {
  createReply,
  deleteReply,
  type InputOf,
  listReplies,
  type OkAnswer,
  type ReplyView,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { RepliesService } from './replies.service.js';

@Controller()
export class RepliesController {
  constructor(private readonly replies: RepliesService) {}

  @Handles(listReplies)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listReplies>,
  ): Promise<Page<ReplyView>> {
    return this.replies.list(session.userId, id, query);
  }

  @Handles(createReply)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof createReply>,
  ): Promise<ReplyView> {
    return this.replies.create(session.userId, id, body);
  }

  @Handles(deleteReply)
  async remove(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteReply>,
  ): Promise<OkAnswer> {
    await this.replies.remove(session.userId, id);
    return { ok: true };
  }
}
