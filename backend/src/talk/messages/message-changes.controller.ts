import { Controller } from '@nestjs/common';
import {
  deleteMessage,
  editMessage,
  type InputOf,
  type MessageView,
  type OkAnswer,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { MessageChangesService } from './message-changes.service.js';

@Controller()
export class MessageChangesController {
  constructor(private readonly changes: MessageChangesService) {}

  @Handles(editMessage)
  async edit(
    @CurrentSession() session: SessionContext,
    @Input() { id, body: { content } }: InputOf<typeof editMessage>,
  ): Promise<MessageView> {
    return this.changes.edit(session.userId, id, content);
  }

  @Handles(deleteMessage)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteMessage>,
  ): Promise<OkAnswer> {
    await this.changes.delete(session.userId, id);
    return { ok: true };
  }
}
