import { Body, Controller, Delete, Patch } from '@nestjs/common';
import { messageSchema, type MessageView, type OkAnswer, okSchema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { MessageChangesService } from './message-changes.service.js';
import { EditMessageDto } from './messages.dto.js';

@Controller('messages/:id')
export class MessageChangesController {
  constructor(private readonly changes: MessageChangesService) {}

  @Patch()
  @Call({
    summary: 'Edits a message',
    description: "One's own, while one is in its dimension. Who is mentioned follows the new text.",
    answer: messageSchema,
    problems: ['not_found', 'forbidden', 'not_a_member'],
  })
  async edit(
    @CurrentSession() session: SessionContext,
    @PathId('The message.') id: string,
    @Body() { content }: EditMessageDto,
  ): Promise<MessageView> {
    return this.changes.edit(session.userId, id, content);
  }

  @Delete()
  @Call({
    summary: 'Deletes a message',
    description:
      "One's own, or anyone's for the dimension's owner and moderators. Its place stays, without its text.",
    answer: okSchema,
    problems: ['not_found', 'forbidden', 'not_a_member'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The message.') id: string,
  ): Promise<OkAnswer> {
    await this.changes.delete(session.userId, id);
    return { ok: true };
  }
}
