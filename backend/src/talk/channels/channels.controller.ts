import { Controller } from '@nestjs/common';
import { createChannel, deleteChannel, listChannels, updateChannel } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ChannelsService } from './channels.service.js';

@Controller()
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(updateChannel)
  async update({ session, id, body }: Received<typeof updateChannel>) {
    return this.channels.update(session.userId, id, body);
  }

  @Handles(deleteChannel)
  async delete({ session, id }: Received<typeof deleteChannel>) {
    await this.channels.delete(session.userId, id);
  }
}

@Controller()
export class ServerChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  @Handles(listChannels)
  async list({ session, id }: Received<typeof listChannels>) {
    return this.channels.list(session.userId, id);
  }

  @Handles(createChannel)
  async create({ session, id, body }: Received<typeof createChannel>) {
    return this.channels.create(session.userId, id, body);
  }
}
