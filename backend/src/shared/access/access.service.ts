import { Injectable } from '@nestjs/common';
import {
  CONVERSATION_MESSAGES,
  may,
  MESSAGES,
  type Permission,
  STAFF_MESSAGES,
  type Standing,
} from '@oniverse/contracts';
import { isHiddenByStaff, isKept, listedFor, VISIBLE } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import { BatchLoader } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  channelRefusalOf,
  channelStandingColumns,
  requirePermission,
  refusalOf,
  rolesWith,
  standingColumns,
  standingOf,
  type StandingRow,
} from './standing.js';
import { readersRoomOf } from './readers-rooms.js';
import { concealedFrom, OWNED, type OwnedKind, postReadableBy } from './visibility.js';

export interface ReadableChannel {
  /** Null for a conversation. */
  serverId: string | null;
  /** The room of the members who read it. */
  readersRoom: string;
  /** The `seq` of the first message that is stored. */
  firstSeq: number;
  lastSeq: number;
  lastRev: number;
  /** The channel of the thread; null for other channels. */
  parentId: string | null;
}

export interface ReadablePost {
  id: string;
  authorId: string;
  areRepliesClosed: boolean;
  /** Whether others than the author can see it. */
  isShown: boolean;
}

export interface ChannelWriter {
  username: string;
  standing: Standing;
  /** The members who may not see the writer in the channel's server. */
  concealedFrom: string[];
}

/** A member of a server, and another one there who may not see them. */
export interface Concealment {
  serverId: string;
  userId: string;
  fromId: string;
}

interface MessageRelation {
  /** Null in a conversation. */
  serverId: string | null;
  channelId: string;
  /** The channel of the thread that the message is in; null outside of threads. */
  parentId: string | null;
  /** Null if the account was erased. */
  authorId: string | null;
  isOwn: boolean;
  standing: Standing;
  /** Why the member may not write in the channel; null if they may. */
  writingRefusal: ProblemError | null;
  /** Why the member may not delete what they wrote there; null if they may. */
  deletingRefusal: ProblemError | null;
}

type InServer<T> = T & { serverId: string };

interface MessageRelationRow extends StandingRow {
  /** Whose relation it is. */
  user_id: string;
  server_id: string | null;
  channel_id: string;
  parent_id: string | null;
  author_id: string | null;
  is_own: boolean;
  may_write: boolean;
  may_react: boolean;
}

const forbidden = (): ProblemError => new ProblemError('forbidden', MESSAGES.forbidden);

/**
 * Applies `PERMISSIONS` to servers, and ownership and visibility to other content. Private entities of others answer
 * `not_found`, like unknown ones.
 */
@Injectable()
export class AccessService {
  private readonly readable: BatchLoader<{ userId: string; channelId: string }, ReadableChannel | undefined>;

  constructor(private readonly dataSource: DataSource) {
    // Many members reopen their channels at the same time when they reconnect.
    this.readable = new BatchLoader((requests) => this.findReadable(requests));
  }

  /** Requires a permission in a server. @throws ProblemError `not_found`, or the refusal of the permission */
  async requireServer(userId: string, serverId: string, permission: Permission): Promise<Standing> {
    return requirePermission(await this.findStanding(userId, serverId), permission);
  }

  /** Returns what a member is in a server; null if it does not exist for them. */
  async findStanding(
    userId: string,
    serverId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Standing | null> {
    const rows: StandingRow[] = await manager.query(
      `SELECT ${standingColumns('$2')} FROM servers s
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2 WHERE s.id = $1`,
      [serverId, userId],
    );
    return standingOf(rows[0]);
  }

  /**
   * Locks a server and requires a permission in it. The lock serializes changes of the server and its memberships.
   * @throws ProblemError `not_found`, or the refusal of the permission
   */
  async lockServer(
    manager: EntityManager,
    userId: string,
    serverId: string,
    permission: Permission,
  ): Promise<Standing> {
    await manager.query('SELECT 1 FROM servers WHERE id = $1 FOR NO KEY UPDATE', [serverId]);
    // A separate statement, because a statement that waited for a lock does not see rows committed during the wait.
    return requirePermission(await this.findStanding(userId, serverId, manager), permission);
  }

  /**
   * Locks a server's channels, also for their threads: a message is stored before a change of who may write, or sees it. The
   * server is locked first.
   * @returns their ids
   */
  async lockChannels(manager: EntityManager, serverId: string): Promise<string[]> {
    const channels: { id: string }[] = await manager.query(
      'SELECT id FROM channels WHERE server_id = $1 ORDER BY id FOR SHARE',
      [serverId],
    );
    return channels.map(({ id }) => id);
  }

  /** Returns the ids of a server's owner and moderators. */
  async listStaff(serverId: string): Promise<string[]> {
    const rows: { user_id: string }[] = await this.dataSource.query(
      `SELECT user_id FROM server_members WHERE server_id = $1 AND role IN (${rolesWith('handleReports')})`,
      [serverId],
    );
    return rows.map(({ user_id: id }) => id);
  }

  /** Requires that the member may read the channel. @throws ProblemError `not_found` */
  async requireChannelRead(userId: string, channelId: string): Promise<ReadableChannel> {
    const channel = await this.readable.get({ userId, channelId });
    if (!channel) throw notFound();
    return channel;
  }

  /** Requires a member of the channel's server. @throws ProblemError `not_found`, or `not_a_member` for other readers */
  async requireChannelMember(userId: string, channelId: string): Promise<void> {
    const rows: (StandingRow & { is_member: boolean })[] = await this.dataSource.query(
      `SELECT ${channelStandingColumns('$2')}, EXISTS (SELECT FROM channel_member($1, $2)) AS is_member
         FROM channel_reader($1, $2) reader LEFT JOIN servers s ON s.id = reader.server_id
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2`,
      [channelId, userId],
    );
    const [row] = rows;
    if (row?.is_member) return;
    throw row?.is_public === null
      ? channelRefusalOf(row, 'writeMessages')
      : refusalOf(standingOf(row), 'followMessages');
  }

  /**
   * Requires that the member may write in the channel, apart from slow mode.
   * @throws ProblemError `not_found`; `not_a_member`, `timed_out` or `channel_locked` if the member may only read the channel
   */
  async requireChannelWrite(
    userId: string,
    channelId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<ChannelWriter> {
    const rows: (StandingRow & { username: string | null; concealed_from: string[] })[] = await manager.query(
      `SELECT ${channelStandingColumns('$2')}, writer.username, ${concealedFrom('s.id', '$2')} AS concealed_from
           FROM channel_reader($1, $2) reader LEFT JOIN servers s ON s.id = reader.server_id
           LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2
           LEFT JOIN channel_writer($1, $2) writer ON true`,
      [channelId, userId],
    );
    const row = rows[0];
    if (!row || row.username === null) throw channelRefusalOf(row, 'writeMessages');
    const standing = requirePermission(standingOf(row), 'writeMessages');
    return { username: row.username, standing, concealedFrom: row.concealed_from };
  }

  /**
   * Requires that the member wrote the message and may write in its channel.
   * @returns the member's standing
   * @throws ProblemError `not_found`, also for a deleted message; `forbidden`, `not_a_member`, `timed_out` or `channel_locked` if
   * the member may read it
   */
  async requireMessageEdit(manager: EntityManager, userId: string, messageId: string): Promise<Standing> {
    const relation = await this.requireMessageRelation(manager, userId, messageId);
    requireAuthor(relation.isOwn, relation.writingRefusal);
    return relation.standing;
  }

  /** As `requireMessageEdit`, also in a locked channel and an archived server, or requires the permission to delete messages of others. */
  async requireMessageDelete(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<Pick<MessageRelation, 'isOwn' | 'serverId' | 'channelId' | 'parentId' | 'authorId'>> {
    const relation = await this.requireMessageRelation(manager, userId, messageId);
    if (!may(relation.standing, 'deleteMessages')) requireAuthor(relation.isOwn, relation.deletingRefusal);
    return relation;
  }

  /**
   * Requires the author of a message, which is not deleted, or the permission to delete messages of others.
   * @throws ProblemError `not_found`; `forbidden` or `not_a_member` for other readers
   */
  async requireMessageVersions(userId: string, messageId: string): Promise<void> {
    const { isOwn, standing } = await this.requireMessageRelation(this.dataSource.manager, userId, messageId);
    if (!isOwn) requirePermission(standing, 'deleteMessages');
  }

  /**
   * Requires the permission to pin a message, which is not deleted.
   * @throws ProblemError `not_found`, `forbidden`
   */
  async requireMessagePin(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<InServer<Pick<MessageRelation, 'channelId' | 'parentId' | 'authorId'>>> {
    const relation = await this.requireMessageRelation(manager, userId, messageId);
    requirePermission(relation.standing, 'pinMessages');
    return requireInServer(relation);
  }

  /**
   * Requires that the member may write in the channel of a message, which is not deleted.
   * @throws ProblemError `not_found`, `not_a_member`, `timed_out`, `channel_locked`; `forbidden` in a conversation that is closed,
   * or waits for the member
   */
  async requireMessageAnswer(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<Pick<MessageRelation, 'serverId' | 'channelId' | 'parentId'>> {
    const relation = await this.requireMessageRelation(manager, userId, messageId);
    if (relation.writingRefusal) throw relation.writingRefusal;
    return relation;
  }

  /** Requires that the member may read the message, which is not deleted. @throws ProblemError `not_found` */
  async requireMessageRead(
    userId: string,
    messageId: string,
  ): Promise<Pick<MessageRelation, 'serverId' | 'channelId'>> {
    return this.requireMessageRelation(this.dataSource.manager, userId, messageId);
  }

  /**
   * Requires that the member has joined the conversation of the message, which is not deleted.
   * @throws ProblemError `not_found`, also for a message elsewhere; `forbidden` while it waits as a request
   */
  async requireConversationMember(userId: string, messageId: string): Promise<void> {
    const relation = await this.requireMessageRelation(this.dataSource.manager, userId, messageId);
    if (relation.serverId !== null) throw notFound();
    if (relation.deletingRefusal) throw relation.deletingRefusal;
  }

  /**
   * Returns the members who may not react to the message, each with the reason: `not_found`, also for a deleted message,
   * `not_a_member` or `timed_out`.
   */
  async findReactionRefusals(
    manager: EntityManager,
    userIds: readonly string[],
    messageId: string,
  ): Promise<Map<string, ProblemError>> {
    const rows = await this.listMessageRelations(manager, userIds, messageId);
    const refused = userIds.flatMap((userId): [string, ProblemError][] => {
      const row = rows.find(({ user_id: id }) => id === userId);
      return row?.may_react ? [] : [[userId, channelRefusalOf(row, 'reactToMessages')]];
    });
    return new Map(refused);
  }

  /** @throws ProblemError `forbidden` if the entity is another member's and visible to the caller, else `not_found` */
  async requireOwner(manager: EntityManager, kind: OwnedKind, userId: string, id: string): Promise<void> {
    const { table, visible } = OWNED[kind];
    const rows: { user_id: string; visible: boolean }[] = await manager.query(
      `SELECT thing.user_id, ${visible} AND ${listedFor('owner', '$2')} AS visible
         FROM ${table} thing JOIN users owner ON owner.id = thing.user_id WHERE thing.id = $1`,
      [id, userId],
    );
    const entity = rows[0];
    if (entity?.user_id === userId) return;
    throw entity?.visible ? forbidden() : notFound();
  }

  /** Requires that staff have not hidden a post or picture. @throws ProblemError `forbidden` */
  async requireShowable(manager: EntityManager, id: string): Promise<void> {
    if (await this.isHidden(manager, id)) {
      throw new ProblemError('forbidden', STAFF_MESSAGES.hiddenByStaff);
    }
  }

  /** Returns whether staff have hidden a post or picture. */
  async isHidden(manager: EntityManager, id: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(`SELECT FROM (SELECT) one WHERE ${isHiddenByStaff('$1')}`, [
      id,
    ]);
    return rows.length > 0;
  }

  /**
   * Returns the id of a member with a public profile, or of the viewer, also by a former Oni ID that the member holds.
   * `viewerId` is null for a visitor.
   * @throws ProblemError `not_found`
   */
  async requireVisibleMember(viewerId: string | null, username: string): Promise<string> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT id FROM users member WHERE id = member_named($1) AND ${listedFor('member', '$2')}`,
      [username.toLowerCase(), viewerId],
    );
    const member = rows[0];
    if (!member) throw notFound();
    return member.id;
  }

  /** Requires that the profile is public or the viewer's own. @throws ProblemError `not_found` */
  async requireVisibleMemberById(viewerId: string, userId: string): Promise<void> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT 1 FROM users member WHERE id = $1 AND ${listedFor('member', '$2')}`,
      [userId, viewerId],
    );
    if (rows.length === 0) throw notFound();
  }

  /** Returns, for each server of the given members, who of its other members may not see them. */
  async listConcealments(userIds: readonly string[]): Promise<Concealment[]> {
    return this.dataSource.query(
      `SELECT peer.server_id AS "serverId", block.member_id AS "userId", block.other_id AS "fromId"
         FROM blocks block
         JOIN server_members member ON member.user_id = block.member_id
         JOIN server_members peer ON peer.server_id = member.server_id AND peer.user_id = block.other_id
        WHERE block.member_id = ANY($1::uuid[]) AND peer.role NOT IN (${rolesWith('seeBlockedMembers')})`,
      [userIds],
    );
  }

  /** Returns the members who may not see a member, by each of the servers. */
  async listConcealedFrom(
    manager: EntityManager,
    serverIds: readonly string[],
    userId: string,
  ): Promise<Map<string, string[]>> {
    const rows: { id: string; concealed_from: string[] }[] = await manager.query(
      `SELECT server.id, ${concealedFrom('server.id', '$2::uuid')} AS concealed_from
         FROM unnest($1::uuid[]) AS server (id)`,
      [serverIds, userId],
    );
    return new Map(rows.map((row) => [row.id, row.concealed_from]));
  }

  /** Requires that the member may read the post. @throws ProblemError `not_found` */
  async requireReadablePost(userId: string, postId: string): Promise<ReadablePost> {
    return this.findReadablePost(this.dataSource.manager, userId, postId, '');
  }

  /** Like `requireReadablePost`; the post cannot change until the transaction ends. @throws ProblemError `not_found` */
  async lockReadablePost(manager: EntityManager, userId: string, postId: string): Promise<ReadablePost> {
    return this.findReadablePost(manager, userId, postId, 'FOR SHARE OF thing');
  }

  /** @throws ProblemError `forbidden` if the post is another member's, `not_found` if the caller may not read it */
  async requirePostAuthor(userId: string, postId: string): Promise<void> {
    await this.requireOwner(this.dataSource.manager, 'post', userId, postId);
  }

  private async findReadablePost(
    manager: EntityManager,
    userId: string,
    postId: string,
    lock: '' | 'FOR SHARE OF thing',
  ): Promise<ReadablePost> {
    const rows: ReadablePost[] = await manager.query(
      `SELECT thing.id, thing.user_id AS "authorId", thing.are_replies_closed AS "areRepliesClosed",
              ${VISIBLE.post} AND owner.is_public AS "isShown"
         FROM posts thing JOIN users owner ON owner.id = thing.user_id
        WHERE thing.id = $1 AND ${postReadableBy('$2')} ${lock}`,
      [postId, userId],
    );
    const post = rows[0];
    if (!post) throw notFound();
    return post;
  }

  private async requireMessageRelation(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<MessageRelation> {
    const [row] = await this.listMessageRelations(manager, [userId], messageId);
    if (!row) throw notFound();
    const standing = requirePermission(standingOf(row), 'readServer');
    return {
      serverId: row.server_id,
      channelId: row.channel_id,
      parentId: row.parent_id,
      authorId: row.author_id,
      isOwn: row.is_own,
      standing,
      writingRefusal: row.may_write ? null : channelRefusalOf(row, 'writeMessages'),
      deletingRefusal: may(standing, 'deleteOwnMessages') ? null : channelRefusalOf(row, 'deleteOwnMessages'),
    };
  }

  /** Returns how members relate to a message; no rows if it does not exist or is deleted, or for those who may not read it. */
  private async listMessageRelations(
    manager: EntityManager,
    userIds: readonly string[],
    messageId: string,
  ): Promise<MessageRelationRow[]> {
    return manager.query(
      `SELECT caller.id AS user_id, s.id AS server_id, c.id AS channel_id, c.parent_id, message.user_id AS author_id,
              message.user_id IS NOT DISTINCT FROM caller.id AS is_own, ${channelStandingColumns('caller.id')},
              EXISTS (SELECT FROM channel_writer(c.id, caller.id)) AS may_write,
              EXISTS (SELECT FROM channel_participant(c.id, caller.id)) AS may_react
         FROM messages message JOIN channels c ON c.id = message.channel_id
        CROSS JOIN unnest($2::uuid[]) AS caller (id)
        CROSS JOIN LATERAL channel_reader(c.id, caller.id) reader LEFT JOIN servers s ON s.id = reader.server_id
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = caller.id
        WHERE message.id = $1 AND ${isKept('message')}`,
      [messageId, userIds],
    );
  }

  private async findReadable(
    requests: readonly { userId: string; channelId: string }[],
  ): Promise<(ReadableChannel | undefined)[]> {
    const rows: (ReadableChannel & { position: number })[] = await this.dataSource.query(
      `SELECT request.position::integer, reader.server_id AS "serverId", ${readersRoomOf('c', 'parent')} AS "readersRoom",
              c.first_seq AS "firstSeq", c.last_seq AS "lastSeq", c.last_rev AS "lastRev", c.parent_id AS "parentId"
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS request (user_id, channel_id, position)
         JOIN channels c ON c.id = request.channel_id LEFT JOIN channels parent ON parent.id = c.parent_id
        CROSS JOIN LATERAL channel_reader(c.id, request.user_id) reader`,
      [requests.map(({ userId }) => userId), requests.map(({ channelId }) => channelId)],
    );
    const byPosition = new Map(rows.map(({ position, ...channel }) => [position, channel]));
    return requests.map((_, index) => byPosition.get(index + 1));
  }
}

/** @throws ProblemError `forbidden` in a conversation, whose messages have no pins */
function requireInServer<T extends MessageRelation>(relation: T): InServer<T> {
  const { serverId } = relation;
  if (serverId === null) throw new ProblemError('forbidden', CONVERSATION_MESSAGES.onlyInDimensions);
  return { ...relation, serverId };
}

function requireAuthor(isOwn: boolean, refusal: ProblemError | null): void {
  if (!isOwn) throw forbidden();
  if (refusal) throw refusal;
}
