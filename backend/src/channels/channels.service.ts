import { Injectable } from '@nestjs/common';
import type { ChannelView } from '@oniverse/contracts';
import { AccessService } from '../access/access.service.js';
import { ChannelsRepository } from './channels.repository.js';
import { channelView } from './channels.view.js';

/** The channels of dimensions. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ChannelsRepository,
  ) {}

  /** @throws ProblemError `not_found` */
  async list(userId: string, serverId: string): Promise<ChannelView[]> {
    await this.access.requireServerRead(userId, serverId);
    return (await this.repository.ofServer(userId, serverId)).map(channelView);
  }
}
