import { Body, Controller, Get, HttpStatus, Param, Post, Query, Res } from '@nestjs/common';
import type { MessageView } from '@oniverse/contracts';
import { IdPipe } from '@oniverse/platform';
import type { FastifyReply } from 'fastify';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { HistoryQueryDto, SendMessageDto } from './messages.dto.js';
import { MessagesService } from './messages.service.js';

@Controller('channels/:id/messages')
export class MessagesController {
  constructor(private readonly messages: MessagesService) {}

  @Get()
  async history(
    @CurrentSession() session: SessionContext,
    @Param('id', IdPipe) id: string,
    @Query() page: HistoryQueryDto,
  ): Promise<MessageView[]> {
    return this.messages.history(session.userId, id, page);
  }

  @Post()
  async send(
    @CurrentSession() session: SessionContext,
    @Param('id', IdPipe) id: string,
    @Body() body: SendMessageDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MessageView> {
    const { message, created } = await this.messages.send(session.userId, id, body.content, body.nonce);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }
}
