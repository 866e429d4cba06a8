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
    description:
      'Only its author may edit a message, while a member of the dimension. Mentions follow the new text.',
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
      'Its author, moderators and the owner of the dimension may delete a message. It stays in the history without content.',
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
