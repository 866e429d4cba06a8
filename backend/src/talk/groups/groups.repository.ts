import { Injectable } from '@nestjs/common';
import type {
  BodyOf,
  ColumnsOf,
  CreateGroupBody,
  groupsQuery,
  GroupView,
  NamedMemberView,
} from '@oniverse/contracts';
import { ChannelGrant, MemberGroup } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, memberSeenBy } from '../../shared/index.js';

export type GroupRow = ColumnsOf<GroupView>;

export interface NamedMemberRow extends ColumnsOf<NamedMemberView> {
  /** Ids sort by time. */
  id: string;
}

/** The reader is `$1`. */
const SELECT_GROUPS = `
  SELECT own.id, own.server_id, own.name, own.color, own.mentionable_by,
         EXISTS (SELECT FROM group_members WHERE group_id = own.id AND user_id = $1) AS is_own,
         (SELECT count(*)::integer FROM group_members WHERE group_id = own.id) AS member_count,
         EXISTS (SELECT FROM group_members named
                   JOIN server_members staff ON staff.server_id = named.server_id AND staff.user_id = named.user_id
                  WHERE named.group_id = own.id AND staff.role <> 'member') AS has_staff
    FROM member_groups own`;

/** Callers must lock the server's row before a change. */
@Injectable()
export class GroupsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns the groups of a server by name; of a member, only if the reader sees them. */
  async list(
    readerId: string,
    serverId: string,
    { member, channel }: BodyOf<typeof groupsQuery>,
  ): Promise<GroupRow[]> {
    return this.dataSource.query(
      `${SELECT_GROUPS}
        WHERE own.server_id = $2 AND ($3::uuid IS NULL OR ${memberSeenBy('$3', '$2', '$1')} AND EXISTS (
          SELECT FROM group_members named WHERE named.group_id = own.id AND named.user_id = $3))
          AND ($4::uuid IS NULL OR EXISTS (
            SELECT FROM channel_grants named WHERE named.channel_id = $4 AND named.group_id = own.id))
        ORDER BY own.name`,
      [readerId, serverId, member ?? null, channel ?? null],
    );
  }

  async find(manager: EntityManager, readerId: string, groupId: string): Promise<GroupRow | undefined> {
    const rows: GroupRow[] = await manager.query(`${SELECT_GROUPS} WHERE own.id = $2`, [readerId, groupId]);
    return rows[0];
  }

  async findServerId(groupId: string, manager: EntityManager = this.dataSource.manager) {
    const group = await manager.getRepository(MemberGroup).findOneBy({ id: groupId });
    return group?.serverId;
  }

  async count(manager: EntityManager, serverId: string): Promise<number> {
    return manager.getRepository(MemberGroup).countBy({ serverId });
  }

  async isTaken(manager: EntityManager, serverId: string, name: string): Promise<boolean> {
    return manager.getRepository(MemberGroup).existsBy({ serverId, name });
  }

  /** Returns whether a name is the Oni ID of a member of the server. */
  async isOniId(manager: EntityManager, serverId: string, name: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM users JOIN server_members member ON member.user_id = users.id AND member.server_id = $1
        WHERE users.username = $2`,
      [serverId, name],
    );
    return rows.length > 0;
  }

  async insert(manager: EntityManager, serverId: string, group: CreateGroupBody): Promise<string> {
    const { id } = await manager.getRepository(MemberGroup).save({ serverId, ...group });
    return id;
  }

  async update(
    manager: EntityManager,
    groupId: string,
    group: Pick<GroupView, 'name' | 'color' | 'mentionableBy'>,
  ): Promise<void> {
    await manager.getRepository(MemberGroup).update({ id: groupId }, group);
  }

  async delete(manager: EntityManager, groupId: string): Promise<void> {
    await manager.getRepository(MemberGroup).delete({ id: groupId });
  }

  /** Returns a page of the members of a group, newest first, plus one more row if there is a next page. */
  async listMembers(
    groupId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<NamedMemberRow[]> {
    return this.dataSource.query(
      `SELECT named.id, named.user_id, ${authorColumns('u')}, named.added_at
         FROM group_members named JOIN users u ON u.id = named.user_id
        WHERE named.group_id = $1 AND ($2::uuid IS NULL OR named.id < $2) ORDER BY named.id DESC LIMIT $3`,
      [groupId, cursor ?? null, limit + 1],
    );
  }

  /** Returns whether the member of the group's server was added now. */
  async addMember(manager: EntityManager, groupId: string, userId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO group_members (group_id, server_id, user_id)
       SELECT own.id, own.server_id, $2 FROM member_groups own WHERE own.id = $1
       ON CONFLICT DO NOTHING RETURNING 1`,
      [groupId, userId],
    );
    return rows.length > 0;
  }

  /** Returns whether the member was in the group. */
  async removeMember(manager: EntityManager, groupId: string, userId: string): Promise<boolean> {
    const [, count]: [unknown, number] = await manager.query(
      'DELETE FROM group_members WHERE group_id = $1 AND user_id = $2',
      [groupId, userId],
    );
    return count > 0;
  }

  /** Returns whether private channels name a group. */
  async readsPrivateChannels(manager: EntityManager, groupId: string): Promise<boolean> {
    return manager.getRepository(ChannelGrant).existsBy({ groupId });
  }

  /** Returns whether a member of the server has a role there; undefined for those who have not joined. */
  async isStaff(manager: EntityManager, serverId: string, userId: string): Promise<boolean | undefined> {
    const rows: { is_staff: boolean }[] = await manager.query(
      `SELECT role <> 'member' AS is_staff FROM server_members WHERE server_id = $1 AND user_id = $2`,
      [serverId, userId],
    );
    return rows[0]?.is_staff;
  }
}
