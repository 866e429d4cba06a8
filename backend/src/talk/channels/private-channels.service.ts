import { Injectable } from '@nestjs/common';
import {
  MEMBERS_PER_PRIVATE_CHANNEL,
  namedMemberSchema,
  type NamedMemberView,
  PRIVATE_CHANNEL_MESSAGES,
  viewOf,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, requireRow } from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { ChannelsService } from './channels.service.js';
import { type Named, PrivateChannelsRepository } from './private-channels.repository.js';

interface Change {
  callerId: string;
  channelId: string;
  named: Named;
  isAdded: boolean;
}

/** Who reads private channels, apart from staff. */
@Injectable()
export class PrivateChannelsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: PrivateChannelsRepository,
    private readonly channels: ChannelsService,
    private readonly servers: ServersService,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /** Returns a page of the members that a channel names, newest first. @throws ProblemError `not_found`, `forbidden` */
  async listMembers(userId: string, channelId: string, page: PageQueryDto): Promise<Page<NamedMemberView>> {
    const serverId = await this.channels.requireServerId(this.repository.manager, userId, channelId);
    await this.access.requireServer(userId, serverId, 'manageChannels');
    return Page.of(await this.repository.listMembers(channelId, page), page.limit, (row) =>
      viewOf(namedMemberSchema, row),
    );
  }

  /** Adding a member again changes nothing. @throws ProblemError `not_found`, `forbidden`, `quota_reached` */
  async addMember(callerId: string, channelId: string, userId: string): Promise<void> {
    await this.change({ callerId, channelId, named: { column: 'user_id', id: userId }, isAdded: true });
  }

  /** @throws ProblemError `not_found`, also for a member that the channel does not name; `forbidden` */
  async removeMember(callerId: string, channelId: string, userId: string): Promise<void> {
    await this.change({ callerId, channelId, named: { column: 'user_id', id: userId }, isAdded: false });
  }

  /** Adding a group again changes nothing. @throws ProblemError `not_found`, `forbidden` */
  async addGroup(callerId: string, channelId: string, groupId: string): Promise<void> {
    await this.change({ callerId, channelId, named: { column: 'group_id', id: groupId }, isAdded: true });
  }

  /** @throws ProblemError `not_found`, also for a group that the channel does not name; `forbidden` */
  async removeGroup(callerId: string, channelId: string, groupId: string): Promise<void> {
    await this.change({ callerId, channelId, named: { column: 'group_id', id: groupId }, isAdded: false });
  }

  private async change({ callerId, channelId, named, isAdded }: Change): Promise<void> {
    const publish = await this.repository.transaction(async (manager) => {
      const channel = await this.channels.lockToManage(manager, callerId, channelId);
      const name = requireRow(await this.repository.findName(manager, channel.server_id, named));
      const isNamed = await this.repository.isNamed(manager, channelId, named);
      if (isAdded) {
        if (isNamed) return undefined;
        if (named.column === 'user_id') await this.requireRoom(manager, channelId);
        await this.repository.add(manager, { id: channelId, serverId: channel.server_id }, named);
      } else {
        if (!isNamed) throw notFound();
        await this.repository.remove(manager, channelId, named);
      }
      const thing = named.column === 'user_id' ? 'member' : 'group';
      await this.audit.record(manager, {
        serverId: channel.server_id,
        actorId: callerId,
        kind: isAdded ? `channel_${thing}_added` : `channel_${thing}_removed`,
        channelId,
        ...(thing === 'member' && { subjectId: named.id }),
        detail: { name: channel.name, ...(thing === 'group' && { group: name }) },
      });
      return this.preparePublication(manager, channel.server_id, named);
    });
    await publish?.();
  }

  private async requireRoom(manager: EntityManager, channelId: string): Promise<void> {
    const count = await this.repository.countMembers(manager, channelId, MEMBERS_PER_PRIVATE_CHANNEL);
    if (count >= MEMBERS_PER_PRIVATE_CHANNEL)
      throw new ProblemError('quota_reached', PRIVATE_CHANNEL_MESSAGES.tooManyChannelMembers);
  }

  /** Returns what publishes the change after the commit: to the member alone, or to those who may be in the group. */
  private async preparePublication(
    manager: EntityManager,
    serverId: string,
    { column, id }: Named,
  ): Promise<() => Promise<void>> {
    if (column === 'group_id') {
      const server = await this.servers.requireShared(manager, serverId);
      return async () => this.publisher.publishReadersChanged(server, []);
    }
    const server = requireRow(await this.servers.find(manager, id, serverId));
    return async () => this.publisher.publishChannelsChangedTo(id, server);
  }
}
