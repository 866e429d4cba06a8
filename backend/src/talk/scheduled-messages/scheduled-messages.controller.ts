import { Controller, HttpStatus, Res } from '@nestjs/common';
import {
  changeScheduledMessage,
  deleteScheduledMessage,
  listScheduledMessages,
  scheduleMessage,
  sendScheduledMessage,
} from '@oniverse/contracts';
import type { FastifyReply } from 'fastify';
import { Handles, type Received } from '../../shared/index.js';
import { ScheduledMessagesService } from './scheduled-messages.service.js';

@Controller()
export class ScheduledMessagesController {
  constructor(private readonly scheduled: ScheduledMessagesService) {}

  @Handles(listScheduledMessages)
  async list({ session, query }: Received<typeof listScheduledMessages>) {
    return this.scheduled.list(session.userId, query);
  }

  @Handles(scheduleMessage)
  async schedule(
    { session, id, body }: Received<typeof scheduleMessage>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, created } = await this.scheduled.schedule(session.userId, id, body);
    if (!created) void reply.code(HttpStatus.OK);
    return message;
  }

  @Handles(changeScheduledMessage)
  async change({ session, id, body }: Received<typeof changeScheduledMessage>) {
    return this.scheduled.change(session.userId, id, body);
  }

  @Handles(sendScheduledMessage)
  async send({ session, id, body }: Received<typeof sendScheduledMessage>) {
    await this.scheduled.sendNow(session.userId, id, body.acceptsWarning);
  }

  @Handles(deleteScheduledMessage)
  async delete({ session, id }: Received<typeof deleteScheduledMessage>) {
    await this.scheduled.delete(session.userId, id);
  }
}
