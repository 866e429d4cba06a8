import { Injectable } from '@nestjs/common';
import {
  CHANNEL_MESSAGES,
  channelSchema,
  type ChannelView,
  type CreateChannelBody,
  FADE_NOTICE_HOURS,
  keptDays,
  type Permission,
  PRIVATE_CHANNEL_MESSAGES,
  type ServerChange,
  type UpdateChannelBody,
  viewOf,
} from '@oniverse/contracts';
import { invalidField, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService, Quotas, requireRow } from '../../shared/index.js';
import { MessageFilters } from '../filters/message-filters.js';
import { renamed, ServerAuditService } from '../server-audit/server-audit.service.js';
import { formerRetention, type FormerRetention } from '../servers/former-retention.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { type ChannelFields, type ChannelRow, ChannelsRepository } from './channels.repository.js';

/** Unread and mention counts are 0 for a reader outside the server. */
export const channelView = (row: ChannelRow): ChannelView =>
  viewOf(
    channelSchema,
    row.is_member ? row : { ...row, read_seq: row.last_seq, unread_count: 0, mention_count: 0 },
  );

@Injectable()
export class ChannelsService {
  constructor(
    private readonly access: AccessService,
    private readonly quotas: Quotas,
    private readonly repository: ChannelsRepository,
    private readonly servers: ServersService,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
    private readonly filters: MessageFilters,
  ) {}

  /** @throws ProblemError `not_found` */
  async list(userId: string, serverId: string): Promise<ChannelView[]> {
    await this.access.requireServer(userId, serverId, 'readServer');
    return (await this.repository.listByServer(userId, serverId)).map(channelView);
  }

  /** Returns what `list` does for staff, in a transaction that locked the server. */
  async listWithin(manager: EntityManager, userId: string, serverId: string): Promise<ChannelView[]> {
    return (await this.repository.listByServer(userId, serverId, manager)).map(channelView);
  }

  /** Creates a channel at the end of the list. @throws ProblemError `forbidden`, `not_found`, `filtered`, `quota_reached` */
  async create(
    userId: string,
    serverId: string,
    { name, description = null, isPrivate = false }: CreateChannelBody,
  ): Promise<ChannelView> {
    await this.access.requireServer(userId, serverId, 'manageChannels');
    await this.filters.assertName(serverId, name);
    const { server, channel } = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageChannels');
      await this.quotas.requireCapacity(manager, 'channelsPerServer', serverId);
      const id = await this.repository.insert(manager, serverId, { name, description, isPrivate });
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'channel_created',
        channelId: id,
        detail: { name, ...(isPrivate && { isPrivate }) },
      });
      return this.readChanged(manager, userId, serverId, id);
    });
    await (isPrivate
      ? this.publisher.publishReadersChanged(server, [])
      : this.publisher.publishChanged(server));
    return channel;
  }

  /** Updates the given fields. Publishes only if a value changes. @throws ProblemError `forbidden`, `not_found`, `filtered` */
  async update(userId: string, channelId: string, body: UpdateChannelBody): Promise<ChannelView> {
    const { server, channel, areReadersChanged } = await this.repository.transaction(async (manager) => {
      const current = await this.lockToManage(manager, userId, channelId);
      const fields = changedFields(current, body);
      if (!fields) return { server: undefined, channel: channelView(current), areReadersChanged: false };
      if (current.is_default && fields.isPrivate)
        throw invalidField('isPrivate', PRIVATE_CHANNEL_MESSAGES.defaultChannelOpen);
      if (fields.name !== current.name) await this.filters.assertName(current.server_id, fields.name);
      const { name, isLocked, isPrivate, slowModeSeconds, messageDays, fadeMinute } = fields;
      const fadesOtherwise = fadeMinute !== current.fade_minute;
      const hasOtherDays = messageDays !== current.message_days;
      await this.repository.update(manager, channelId, {
        ...fields,
        ...((fadesOtherwise || hasOtherDays) && (await this.retentionChange(manager, current, fields))),
      });
      const isOtherwisePrivate = isPrivate !== current.is_private;
      const isSlowed = slowModeSeconds !== current.slow_mode_seconds;
      if (isSlowed && slowModeSeconds !== null) {
        await this.repository.startSlowMode(manager, channelId, slowModeSeconds);
      }
      await this.audit.record(manager, {
        serverId: current.server_id,
        actorId: userId,
        kind: 'channel_changed',
        channelId,
        detail: {
          ...renamed(current.name, name),
          ...(isLocked !== current.is_locked && { isLocked }),
          ...(isOtherwisePrivate && { isPrivate }),
          ...(isSlowed && { slowModeSeconds: slowModeSeconds ?? 0 }),
          ...(hasOtherDays && { messageDays }),
          ...(fadesOtherwise && { fadeMinute }),
        },
      });
      const changed = await this.readChanged(manager, userId, current.server_id, channelId);
      return { ...changed, areReadersChanged: isOtherwisePrivate };
    });
    if (server) {
      await (areReadersChanged
        ? this.publisher.publishReadersChanged(server, [channelId])
        : this.publisher.publishChanged(server));
    }
    return channel;
  }

  private async retentionChange(
    manager: EntityManager,
    current: ChannelRow,
    { messageDays, fadeMinute }: Required<ChannelFields>,
  ): Promise<FormerRetention> {
    const server = await this.servers.requireShared(manager, current.server_id);
    const now = Date.now();
    const before = keptDays(server, channelView(current), now);
    const rules = { messageDays, fadeMinute, formerMessageDays: null, formerMessageDaysUntil: null };
    if (fadeMinute === null) return formerRetention(before, keptDays(server, rules, now), now);
    // At another minute, some messages fade sooner.
    const after = fadeMinute === current.fade_minute ? keptDays(server, rules, now) : 0;
    return formerRetention(before, after, now, FADE_NOTICE_HOURS);
  }

  /**
   * Deletes a channel with its messages and threads. A concurrent message is deleted too, or rejected with `not_found`.
   * @throws ProblemError `forbidden`, `not_found`, `default_channel`
   */
  async delete(userId: string, channelId: string): Promise<void> {
    const { server, threadIds } = await this.repository.transaction(async (manager) => {
      const channel = await this.lockToManage(manager, userId, channelId);
      if (channel.is_default) throw new ProblemError('default_channel', CHANNEL_MESSAGES.defaultChannel);
      const threads = await this.repository.delete(manager, channelId);
      await this.audit.record(manager, {
        serverId: channel.server_id,
        actorId: userId,
        kind: 'channel_deleted',
        channelId,
        detail: { name: channel.name },
      });
      return { server: await this.servers.requireShared(manager, channel.server_id), threadIds: threads };
    });
    await this.publisher.publishChannelRemoved(server, [channelId, ...threadIds]);
  }

  /** Returns the server that lists a channel. @throws ProblemError `not_found`, also to those who may not read the channel */
  async requireServerId(manager: EntityManager, userId: string, channelId: string): Promise<string> {
    return requireRow(await this.repository.findServerId(manager, userId, channelId));
  }

  /** Returns the changed server to publish, and the changed channel to answer. */
  private async readChanged(
    manager: EntityManager,
    userId: string,
    serverId: string,
    channelId: string,
  ): Promise<{ server: ServerChange; channel: ChannelView }> {
    return {
      server: await this.servers.requireShared(manager, serverId),
      channel: channelView(requireRow(await this.repository.find(manager, userId, channelId))),
    };
  }

  /**
   * Locks the channel's server, so that only the channel's messages can change until the end of the transaction.
   * @throws ProblemError `not_found`, `forbidden`
   */
  async lockToManage(
    manager: EntityManager,
    userId: string,
    channelId: string,
    permission: Permission = 'manageChannels',
  ): Promise<ChannelRow> {
    const serverId = await this.requireServerId(manager, userId, channelId);
    await this.access.lockServer(manager, userId, serverId, permission);
    return requireRow(await this.repository.find(manager, userId, channelId));
  }
}

/** Returns the fields after the update; undefined if no value changes. */
function changedFields(current: ChannelRow, body: UpdateChannelBody): Required<ChannelFields> | undefined {
  const {
    name = current.name,
    description = current.description,
    isLocked = current.is_locked,
    isPrivate = current.is_private,
    slowModeSeconds = current.slow_mode_seconds,
    messageDays = current.message_days,
    fadeMinute = current.fade_minute,
  } = body;
  const isSame =
    name === current.name &&
    description === current.description &&
    isLocked === current.is_locked &&
    isPrivate === current.is_private &&
    slowModeSeconds === current.slow_mode_seconds &&
    messageDays === current.message_days &&
    fadeMinute === current.fade_minute;
  return isSame
    ? undefined
    : { name, description, isLocked, isPrivate, slowModeSeconds, messageDays, fadeMinute };
}
