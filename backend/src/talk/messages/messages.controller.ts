import { Controller, HttpStatus, Res } from '@nestjs/common';
import { createMessage, type InputOf, listMessages, type MessageView } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { MessagesService } from './messages.service.js';

@Controller()
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Handles(listMessages)
  async history(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listMessages>,
  ): Promise<MessageView[]> {
    return this.messages.history(session.userId, id, query);
  }

  @Handles(createMessage)
  async send(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof createMessage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const { message, created } = await this.messages.send(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }
}
