import { Controller } from '@nestjs/common';
import {
  type ChannelView,
  deleteChannel,
  type InputOf,
  type OkAnswer,
  updateChannel,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(updateChannel)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateChannel>,
  ): Promise<ChannelView> {
    return this.channels.update(session.userId, id, body);
  }

  @Handles(deleteChannel)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteChannel>,
  ): Promise<OkAnswer> {
    await this.channels.delete(session.userId, id);
    return { ok: true };
  }
}
