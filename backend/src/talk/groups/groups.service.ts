import { Injectable } from '@nestjs/common';
import {
  type CreateGroupBody,
  GROUP_LIMITS,
  GROUP_MESSAGES,
  groupMemberSchema,
  type GroupMemberView,
  groupSchema,
  type GroupView,
  ROOMS,
  type Standing,
  type UpdateGroupBody,
  viewOf,
} from '@oniverse/contracts';
import { invalidField, LivePublisher, notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, requirePermission, requireRow } from '../../shared/index.js';
import { renamed, ServerAuditService } from '../server-audit/server-audit.service.js';
import { type GroupMemberRow, type GroupRow, GroupsRepository } from './groups.repository.js';

const groupView = (row: GroupRow): GroupView => viewOf(groupSchema, row);
const groupMemberView = (row: GroupMemberRow): GroupMemberView => viewOf(groupMemberSchema, row);

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
    private readonly live: LivePublisher,
  ) {}

  /** Returns the groups of a server, or of one of its members, by name. @throws ProblemError `not_found` */
  async list(userId: string, serverId: string, memberId?: string): Promise<GroupView[]> {
    await this.access.requireServer(userId, serverId, 'readServer');
    return (await this.repository.list(userId, serverId, memberId ?? null)).map(groupView);
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
    const serverId = await this.repository.transaction(async (manager) => {
      const { group } = await this.lockToChange(manager, userId, groupId);
      await this.repository.delete(manager, groupId);
      await this.audit.record(manager, {
        serverId: group.server_id,
        actorId: userId,
        kind: 'group_deleted',
        detail: { name: group.name },
      });
      return group.server_id;
    });
    this.publishChanged(serverId);
  }

  /** Returns a page of the members of a group, newest first. @throws ProblemError `not_found`, `forbidden` */
  async listMembers(userId: string, groupId: string, page: PageQueryDto): Promise<Page<GroupMemberView>> {
    const serverId = requireRow(await this.repository.findServerId(groupId));
    await this.access.requireServer(userId, serverId, 'manageGroups');
    return Page.of(await this.repository.listMembers(groupId, page), page.limit, groupMemberView);
  }

  /** Adds a member of the server; adding one again changes nothing. @throws ProblemError `not_found`, `forbidden` */
  async addMember(callerId: string, groupId: string, userId: string): Promise<void> {
    const changedIn = await this.repository.transaction(async (manager) => {
      const { group, standing } = await this.lockToChange(manager, callerId, groupId);
      const isStaff = await this.repository.isStaff(manager, group.server_id, userId);
      if (isStaff === undefined) throw notFound();
      if (isStaff) requirePermission(standing, 'manageStaffGroups');
      if (!(await this.repository.addMember(manager, groupId, userId))) return undefined;
      await this.recordMember(manager, callerId, group, { kind: 'group_member_added', userId });
      return group.server_id;
    });
    if (changedIn !== undefined) this.publishChanged(changedIn);
  }

  /** @throws ProblemError `not_found`, also for someone who is not in the group; `forbidden` */
  async removeMember(callerId: string, groupId: string, userId: string): Promise<void> {
    const serverId = await this.repository.transaction(async (manager) => {
      const { group } = await this.lockToChange(manager, callerId, groupId);
      if (!(await this.repository.removeMember(manager, groupId, userId))) throw notFound();
      await this.recordMember(manager, callerId, group, { kind: 'group_member_removed', userId });
      return group.server_id;
    });
    this.publishChanged(serverId);
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
