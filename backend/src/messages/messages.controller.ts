import { Body, Controller, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { messageSchema, type MessageView, schema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { HistoryQueryDto, SendMessageDto } from './messages.dto.js';
import { MessagesService } from './messages.service.js';

@Controller('channels/:id/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  @Call({
    summary: 'Lists the messages of a channel',
    description: 'Oldest first. Without `before` and `after`, the page holds the latest messages.',
    answer: schema.list(messageSchema),
    problems: ['not_found'],
  })
  async history(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
    @Query() page: HistoryQueryDto,
  ): Promise<MessageView[]> {
    return this.messages.history(session.userId, id, page);
  }

  @Post()
  @Call({
    summary: 'Sends a message',
    description:
      'Repeating a nonce answers 200 and the first message. The author of the message that this one answers is notified as if mentioned.',
    status: 201,
    alsoStatus: 200,
    answer: messageSchema,
    problems: ['not_found', 'not_a_member'],
  })
  async send(
    @CurrentSession() session: SessionContext,
    @PathId('The channel.') id: string,
    @Body() body: SendMessageDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const { message, created } = await this.messages.send(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }
}
