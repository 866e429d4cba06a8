import { Injectable } from '@nestjs/common';
import {
  type ChannelView,
  type CreateChannelBody,
  MESSAGES,
  type ServerChange,
  type UpdateChannelBody,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { found } from '../queries/found.js';
import { ServerNews } from '../servers/server-news.js';
import { ServersService } from '../servers/servers.service.js';
import { type ChannelFields, type ChannelRow, ChannelsRepository } from './channels.repository.js';
import { channelView } from './channels.view.js';

/** The channels of dimensions. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ChannelsRepository,
    private readonly servers: ServersService,
    private readonly news: ServerNews,
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
    const { server, channel } = await this.repository.transaction(async (manager) => {
      await this.access.holdServerAsStaff(manager, userId, serverId);
      const id = await this.repository.insert(manager, serverId, { name, description });
      return this.changed(manager, userId, serverId, id);
    });
    this.news.changed(server);
    return channel;
  }

  /** Changes what is given and different. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, channelId: string, body: UpdateChannelBody): Promise<ChannelView> {
    const { server, channel } = await this.repository.transaction(async (manager) => {
      const before = await this.holdAsStaff(manager, userId, channelId);
      const fields = differences(before, body);
      if (!fields) return { server: undefined, channel: channelView(before) };
      await this.repository.update(manager, channelId, fields);
      return this.changed(manager, userId, before.server_id, channelId);
    });
    if (server) this.news.changed(server);
    return channel;
  }

  /**
   * Takes a channel away, with all that was said in it. What is being said in it at the same time is acknowledged before,
   * and goes with it, or finds no channel.
   * @throws ProblemError `forbidden`, `not_found`, `default_channel`
   */
  async delete(userId: string, channelId: string): Promise<void> {
    const server = await this.repository.transaction(async (manager) => {
      const channel = await this.holdAsStaff(manager, userId, channelId);
      if (channel.is_default) throw new ProblemError('default_channel', MESSAGES.defaultChannel);
      await this.repository.delete(manager, channelId);
      return this.servers.shared(manager, channel.server_id);
    });
    this.news.channelRemoved(server, channelId);
  }

  /** What is told of a change and what is answered. */
  private async changed(
    manager: EntityManager,
    userId: string,
    serverId: string,
    channelId: string,
  ): Promise<{ server: ServerChange; channel: ChannelView }> {
    return {
      server: await this.servers.shared(manager, serverId),
      channel: channelView(found(await this.repository.find(manager, userId, channelId))),
    };
  }

  /** Holds a channel's server, so that the channel stays as it is meanwhile, but for what is said in it. */
  private async holdAsStaff(manager: EntityManager, userId: string, channelId: string): Promise<ChannelRow> {
    const serverId = found(await this.repository.serverOf(manager, channelId));
    await this.access.holdServerAsStaff(manager, userId, serverId);
    return found(await this.repository.find(manager, userId, channelId));
  }
}

/** What of a body is given and other than it was; undefined where that is nothing. */
function differences(before: ChannelRow, body: UpdateChannelBody): ChannelFields | undefined {
  const { name = before.name, description = before.description } = body;
  return name === before.name && description === before.description ? undefined : { name, description };
}
