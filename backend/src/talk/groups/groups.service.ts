import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  type CreateGroupBody,
  GROUP_LIMITS,
  GROUP_MESSAGES,
  namedMemberSchema,
  type NamedMemberView,
  groupSchema,
  type groupsQuery,
  type GroupView,
  ROOMS,
  type ServerView,
  type Standing,
  type UpdateGroupBody,
  viewOf,
} from '@oniverse/contracts';
import { invalidField, LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, requirePermission, requireRow } from '../../shared/index.js';
import { renamed, ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { type NamedMemberRow, type GroupRow, GroupsRepository } from './groups.repository.js';

const groupView = (row: GroupRow): GroupView => viewOf(groupSchema, row);
const namedMemberView = (row: NamedMemberRow): NamedMemberView => viewOf(namedMemberSchema, row);

interface MemberChange {
  serverId: string;
  userId: string;
  server: ServerView | undefined;
}

interface LockedGroup {
  group: GroupRow;
  standing: Standing;
}

/** Groups of the members of servers. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: GroupsRepository,
    private readonly audit: ServerAuditService,
    private readonly servers: ServersService,
    private readonly publisher: ServerPublisher,
    private readonly live: LivePublisher,
  ) {}

  /**
   * Returns the groups of a server, of one of its members, or of a private channel, by name.
   * @throws ProblemError `not_found`; `forbidden` to others than staff who ask for those of a channel
   */
  async list(userId: string, serverId: string, query: BodyOf<typeof groupsQuery>): Promise<GroupView[]> {
    await this.access.requireServer(userId, serverId, query.channel ? 'manageChannels' : 'readServer');
    return (await this.repository.list(userId, serverId, query)).map(groupView);
  }

  /** @throws ProblemError `not_found`, `forbidden`, `quota_reached`, `validation_failed` for a name that is taken */
  async create(userId: string, serverId: string, body: CreateGroupBody): Promise<GroupView> {
    const group = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageGroups');
      if ((await this.repository.count(manager, serverId)) >= GROUP_LIMITS.perServer)
        throw new ProblemError('quota_reached', GROUP_MESSAGES.tooManyGroups);
      await this.requireFreeName(manager, serverId, body.name);
      const id = await this.repository.insert(manager, serverId, body);
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'group_created',
        detail: { name: body.name },
      });
      return groupView(requireRow(await this.repository.find(manager, userId, id)));
    });
    this.publishChanged(serverId);
    return group;
  }

  /** Updates the given fields. @throws ProblemError `not_found`, `forbidden`, `validation_failed` for a name that is taken */
  async update(userId: string, groupId: string, body: UpdateGroupBody): Promise<GroupView> {
    const { group, isChanged } = await this.repository.transaction(async (manager) => {
      const { group: current } = await this.lockToChange(manager, userId, groupId);
      const { name = current.name, color = current.color, mentionableBy = current.mentionable_by } = body;
      const isAccessChanged = mentionableBy !== current.mentionable_by;
      if (name === current.name && color === current.color && !isAccessChanged) {
        return { group: groupView(current), isChanged: false };
      }
      if (name !== current.name) await this.requireFreeName(manager, current.server_id, name);
      await this.repository.update(manager, groupId, { name, color, mentionableBy });
      await this.audit.record(manager, {
        serverId: current.server_id,
        actorId: userId,
        kind: 'group_changed',
        detail: { ...renamed(current.name, name), ...(isAccessChanged && { mentionableBy }) },
      });
      return {
        group: groupView(requireRow(await this.repository.find(manager, userId, groupId))),
        isChanged: true,
      };
    });
    if (isChanged) this.publishChanged(group.serverId);
    return group;
  }

  /** @throws ProblemError `not_found`, `forbidden` */
  async delete(userId: string, groupId: string): Promise<void> {
    const { serverId, server } = await this.repository.transaction(async (manager) => {
      const { group } = await this.lockToChange(manager, userId, groupId);
      const isReading = await this.lockChannelsOf(manager, group);
      await this.repository.delete(manager, groupId);
      await this.audit.record(manager, {
        serverId: group.server_id,
        actorId: userId,
        kind: 'group_deleted',
        detail: { name: group.name },
      });
      return {
        serverId: group.server_id,
        server: isReading ? await this.servers.requireShared(manager, group.server_id) : undefined,
      };
    });
    this.publishChanged(serverId);
    if (server) await this.publisher.publishReadersChanged(server, []);
  }

  /** Returns a page of the members of a group, newest first. @throws ProblemError `not_found`, `forbidden` */
  async listMembers(userId: string, groupId: string, page: PageQueryDto): Promise<Page<NamedMemberView>> {
    const serverId = requireRow(await this.repository.findServerId(groupId));
    await this.access.requireServer(userId, serverId, 'manageGroups');
    return Page.of(await this.repository.listMembers(groupId, page), page.limit, namedMemberView);
  }

  /** Adds a member of the server; adding one again changes nothing. @throws ProblemError `not_found`, `forbidden` */
  async addMember(callerId: string, groupId: string, userId: string): Promise<void> {
    const changed = await this.repository.transaction(async (manager) => {
      const { group, standing } = await this.lockToChange(manager, callerId, groupId);
      const isStaff = await this.repository.isStaff(manager, group.server_id, userId);
      if (isStaff === undefined) throw notFound();
      if (isStaff) requirePermission(standing, 'manageStaffGroups');
      if (!(await this.repository.addMember(manager, groupId, userId))) return undefined;
      await this.recordMember(manager, callerId, group, { kind: 'group_member_added', userId });
      return this.findReaderChange(manager, group, userId);
    });
    if (changed) this.publishMemberChanged(changed);
  }

  /** @throws ProblemError `not_found`, also for someone who is not in the group; `forbidden` */
  async removeMember(callerId: string, groupId: string, userId: string): Promise<void> {
    const changed = await this.repository.transaction(async (manager) => {
      const { group } = await this.lockToChange(manager, callerId, groupId);
      await this.lockChannelsOf(manager, group);
      if (!(await this.repository.removeMember(manager, groupId, userId))) throw notFound();
      await this.recordMember(manager, callerId, group, { kind: 'group_member_removed', userId });
      return this.findReaderChange(manager, group, userId);
    });
    this.publishMemberChanged(changed);
  }

  /**
   * Locks the channels of a group's server if the group reads private ones, so that a concurrent message is stored before the
   * change or refused.
   * @returns whether it does
   */
  private async lockChannelsOf(manager: EntityManager, group: GroupRow): Promise<boolean> {
    const isReading = await this.repository.readsPrivateChannels(manager, group.id);
    if (isReading) await this.access.lockChannels(manager, group.server_id);
    return isReading;
  }

  /** Returns a change of a group's member, with the member's view of the server if they read other channels than before. */
  private async findReaderChange(
    manager: EntityManager,
    { id, server_id: serverId }: GroupRow,
    userId: string,
  ): Promise<MemberChange> {
    const isReading = await this.repository.readsPrivateChannels(manager, id);
    return {
      serverId,
      userId,
      server: isReading ? await this.servers.find(manager, userId, serverId) : undefined,
    };
  }

  private publishMemberChanged({ serverId, userId, server }: MemberChange): void {
    this.publishChanged(serverId);
    if (server) this.publisher.publishChannelsChangedTo(userId, server);
  }

  private async recordMember(
    manager: EntityManager,
    actorId: string,
    { server_id: serverId, name }: GroupRow,
    { kind, userId }: { kind: 'group_member_added' | 'group_member_removed'; userId: string },
  ): Promise<void> {
    await this.audit.record(manager, { serverId, actorId, kind, subjectId: userId, detail: { name } });
  }

  /** Locks the group's server. @throws ProblemError `not_found`, `forbidden` if the caller may not change the group */
  private async lockToChange(manager: EntityManager, userId: string, groupId: string): Promise<LockedGroup> {
    const serverId = requireRow(await this.repository.findServerId(groupId, manager));
    const standing = await this.access.lockServer(manager, userId, serverId, 'manageGroups');
    const group = requireRow(await this.repository.find(manager, userId, groupId));
    if (group.has_staff) requirePermission(standing, 'manageStaffGroups');
    return { group, standing };
  }

  private async requireFreeName(manager: EntityManager, serverId: string, name: string): Promise<void> {
    if (await this.repository.isTaken(manager, serverId, name))
      throw invalidField('name', GROUP_MESSAGES.groupNameTaken);
    // A mention of the member would be one of the group.
    if (await this.repository.isOniId(manager, serverId, name))
      throw invalidField('name', GROUP_MESSAGES.groupNameOfMember);
  }

  private publishChanged(serverId: string): void {
    this.live.publish('groups:changed', ROOMS.server(serverId), { serverId });
  }
}
