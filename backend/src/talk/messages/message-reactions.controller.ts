import { Controller } from '@nestjs/common';
import {
  addReaction,
  type InputOf,
  listReactors,
  type MessageView,
  type ReactorView,
  removeReaction,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { MessageReactionsService } from './message-reactions.service.js';

@Controller()
export class MessageReactionsController {
  constructor(private readonly reactions: MessageReactionsService) {}

  @Handles(listReactors)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, emoji, query }: InputOf<typeof listReactors>,
  ): Promise<Page<ReactorView>> {
    return this.reactions.listReactors(session.userId, id, emoji, query);
  }

  @Handles(addReaction)
  async add(
    @CurrentSession() session: SessionContext,
    @Input() { id, emoji }: InputOf<typeof addReaction>,
  ): Promise<MessageView> {
    return this.reactions.add(session.userId, id, emoji);
  }

  @Handles(removeReaction)
  async remove(
    @CurrentSession() session: SessionContext,
    @Input() { id, emoji }: InputOf<typeof removeReaction>,
  ): Promise<MessageView> {
    return this.reactions.remove(session.userId, id, emoji);
  }
}
