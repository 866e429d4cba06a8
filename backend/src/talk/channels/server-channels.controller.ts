import { Controller } from '@nestjs/common';
import { type ChannelView, createChannel, type InputOf, listChannels } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ServerChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(listChannels)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof listChannels>,
  ): Promise<ChannelView[]> {
    return this.channels.list(session.userId, id);
  }

  @Handles(createChannel)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof createChannel>,
  ): Promise<ChannelView> {
    return this.channels.create(session.userId, id, body);
  }
}
