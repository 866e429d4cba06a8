import { Injectable } from '@nestjs/common';
import {
  type ChannelView,
  type CreateChannelBody,
  MESSAGES,
  ROOMS,
  type UpdateChannelBody,
} from '@oniverse/contracts';
import { LivePublisher, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { found } from '../queries/found.js';
import { type ChannelRow, ChannelsRepository } from './channels.repository.js';
import { channelView } from './channels.view.js';

/** The channels of dimensions. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ChannelsRepository,
    private readonly live: LivePublisher,
  ) {}

  /** @throws ProblemError `not_found` */
  async list(userId: string, serverId: string): Promise<ChannelView[]> {
    await this.access.requireServerRead(userId, serverId);
    return (await this.repository.ofServer(userId, serverId)).map(channelView);
  }

  /** Makes a channel, the last in the list. @throws ProblemError `forbidden`, `not_found` */
  async create(
    userId: string,
    serverId: string,
    { name, description = null }: CreateChannelBody,
  ): Promise<ChannelView> {
    return this.repository.transaction(async (manager) => {
      await this.access.holdServerAsStaff(manager, userId, serverId);
      const id = await this.repository.insert(manager, serverId, { name, description });
      return channelView(found(await this.repository.find(manager, userId, id)));
    });
  }

  /** Changes what is given. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, channelId: string, body: UpdateChannelBody): Promise<ChannelView> {
    const { name, description } = body;
    return this.repository.transaction(async (manager) => {
      await this.holdAsStaff(manager, userId, channelId);
      if (name !== undefined || description !== undefined) {
        await this.repository.update(manager, channelId, { name, description });
      }
      return channelView(found(await this.repository.find(manager, userId, channelId)));
    });
  }

  /**
   * Takes a channel away, with all that was said in it. What is being said in it at the same time is acknowledged before,
   * and goes with it, or finds no channel.
   * @throws ProblemError `forbidden`, `not_found`, `default_channel`
   */
  async delete(userId: string, channelId: string): Promise<void> {
    await this.repository.transaction(async (manager) => {
      const channel = await this.holdAsStaff(manager, userId, channelId);
      if (channel.is_default) throw new ProblemError('default_channel', MESSAGES.defaultChannel);
      await this.repository.delete(manager, channelId);
    });
    this.live.leave(ROOMS.channel(channelId), ROOMS.channel(channelId));
  }

  /** Holds a channel's server, so that the channel stays as it is meanwhile, but for what is said in it. */
  private async holdAsStaff(manager: EntityManager, userId: string, channelId: string): Promise<ChannelRow> {
    const serverId = found(await this.repository.serverOf(manager, channelId));
    await this.access.holdServerAsStaff(manager, userId, serverId);
    return found(await this.repository.find(manager, userId, channelId));
  }
}
