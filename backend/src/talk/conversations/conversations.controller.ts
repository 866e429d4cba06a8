import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  acceptConversation,
  addConversationMember,
  declineConversation,
  getConversation,
  leaveConversation,
  listConversations,
  startConversation,
  updateConversation,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { ConversationsService } from './conversations.service.js';

@Controller()
export class ConversationsController {
  constructor(private readonly conversations: ConversationsService) {}

  @Handles(startConversation)
  async start(
    { session, body }: Received<typeof startConversation>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { conversation, created } = await this.conversations.start(session.userId, body);
    if (!created) void reply.code(HttpStatus.OK);
    return conversation;
  }

  @Handles(listConversations)
  async list({ session, query }: Received<typeof listConversations>) {
    return this.conversations.list(session.userId, query);
  }

  @Handles(getConversation)
  async get({ session, id }: Received<typeof getConversation>) {
    return this.conversations.get(session.userId, id);
  }

  @Handles(updateConversation)
  async update({ session, id, body }: Received<typeof updateConversation>) {
    return this.conversations.update(session.userId, id, body);
  }

  @Handles(addConversationMember)
  async add({ session, id, body }: Received<typeof addConversationMember>) {
    return this.conversations.addMember(session.userId, id, body.userId);
  }

  @Handles(leaveConversation)
  async leave({ session, id }: Received<typeof leaveConversation>) {
    return this.conversations.leave(session.userId, id);
  }

  @Handles(acceptConversation)
  async accept({ session, id }: Received<typeof acceptConversation>) {
    return this.conversations.accept(session.userId, id);
  }

  @Handles(declineConversation)
  async decline({ session, id }: Received<typeof declineConversation>) {
    return this.conversations.decline(session.userId, id);
  }
}
