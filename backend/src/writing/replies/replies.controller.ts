import { Controller } from '@nestjs/common';
import { createReply, deleteReply, listReplies } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { RepliesService } from './replies.service.js';

@Controller()
export class RepliesController {
  constructor(private readonly replies: RepliesService) {}

  @Handles(listReplies)
  async list({ session, id, query }: Received<typeof listReplies>) {
    return this.replies.list(session.userId, id, query);
  }

  @Handles(createReply)
  async create({ session, id, body }: Received<typeof createReply>) {
    return this.replies.create(session.userId, id, body);
  }

  @Handles(deleteReply)
  async remove({ session, id }: Received<typeof deleteReply>) {
    await this.replies.remove(session.userId, id);
  }
}
