import { Injectable } from '@nestjs/common';
import { MESSAGES, type ServerRole, STAFF_ROLES } from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Batches } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { found } from '../queries/found.js';
import { OWNED, type OwnedKind } from './visibility.js';

/** A server that a transaction holds, and what the member is in it. */
export interface HeldServer {
  isPublic: boolean;
  /** null for one who has not joined */
  role: ServerRole | null;
}

/** A channel that may be read, and how far it has come. */
export interface ReadableChannel {
  serverId: string;
  /** Whether every member may read it. */
  isPublic: boolean;
  lastSeq: number;
  lastRev: number;
}

/** What a member is to a message. */
interface MessageStanding {
  is_own: boolean;
  /** null for one who has not joined its server */
  role: ServerRole | null;
}

const isStaff = (role: ServerRole | null): boolean => STAFF_ROLES.some((staff) => staff === role);
const forbidden = (): ProblemError => new ProblemError('forbidden', MESSAGES.forbidden);
const notAMember = (): ProblemError => new ProblemError('not_a_member', MESSAGES.notAMember);

/**
 * The one place that says what a member may do to a thing. Unknown and forbidden private things look the
 * same: `not_found`.
 */
@Injectable()
export class AccessService {
  private readonly readable: Batches<{ userId: string; channelId: string }, ReadableChannel | undefined>;

  constructor(private readonly dataSource: DataSource) {
    // Members who come back at the same moment ask for their channels at the same moment.
    this.readable = new Batches((asked) => this.findReadable(asked));
  }

  /** Public servers are open to every member, private ones to their own. @throws ProblemError `not_found` */
  async requireServerRead(userId: string, serverId: string): Promise<void> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT 1 FROM servers s
        WHERE s.id = $1
          AND (s.is_public OR EXISTS (SELECT 1 FROM server_members m WHERE m.server_id = s.id AND m.user_id = $2))`,
      [serverId, userId],
    );
    if (rows.length === 0) throw notFound();
  }

  /**
   * Holds a server that the member may see until the transaction ends: who is in it and what it is change one after
   * another.
   * @throws ProblemError `not_found`
   */
  async holdServer(manager: EntityManager, userId: string, serverId: string): Promise<HeldServer> {
    const held: { is_public: boolean }[] = await manager.query(
      'SELECT is_public FROM servers WHERE id = $1 FOR NO KEY UPDATE',
      [serverId],
    );
    // In a statement of its own: one that waits for a lock sees all else as it was before the wait.
    const members: { role: ServerRole }[] = await manager.query(
      'SELECT role FROM server_members WHERE server_id = $1 AND user_id = $2',
      [serverId, userId],
    );
    const server = held[0];
    const role = members[0]?.role ?? null;
    if (!server || (!server.is_public && role === null)) throw notFound();
    return { isPublic: server.is_public, role };
  }

  /** Holds a server for its owner. @throws ProblemError `not_found`, `forbidden` */
  async holdServerAsOwner(manager: EntityManager, userId: string, serverId: string): Promise<HeldServer> {
    const server = await this.holdServer(manager, userId, serverId);
    if (server.role !== 'owner') throw new ProblemError('forbidden', MESSAGES.ownerAlone);
    return server;
  }

  /** Holds a server for its owner or a moderator of it. @throws ProblemError `not_found`, `forbidden` */
  async holdServerAsStaff(manager: EntityManager, userId: string, serverId: string): Promise<HeldServer> {
    const server = await this.holdServer(manager, userId, serverId);
    if (!isStaff(server.role)) throw new ProblemError('forbidden', MESSAGES.staffAlone);
    return server;
  }

  /** Who may read a server may read its channels. @throws ProblemError `not_found` */
  async requireChannelRead(userId: string, channelId: string): Promise<ReadableChannel> {
    const channel = await this.readable.get({ userId, channelId });
    if (!channel) throw notFound();
    return channel;
  }

  /**
   * Who is in a server may write in its channels.
   * @returns the writer's name
   * @throws ProblemError `not_found`, or `not_a_member` where the channel may be read
   */
  async requireChannelWrite(userId: string, channelId: string): Promise<{ username: string }> {
    const rows: { is_public: boolean; username: string | null }[] = await this.dataSource.query(
      `SELECT s.is_public, u.username FROM channels c JOIN servers s ON s.id = c.server_id
         LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2
         LEFT JOIN users u ON u.id = m.user_id
        WHERE c.id = $1`,
      [channelId, userId],
    );
    const row = rows[0];
    if (row && row.username !== null) return { username: row.username };
    throw row?.is_public ? notAMember() : notFound();
  }

  /**
   * The author edits a message, while in its server.
   * @param manager of the transaction of the change
   * @throws ProblemError `not_found`, as for a message that was deleted; `forbidden`, `not_a_member` for who may read it
   */
  async requireMessageEdit(manager: EntityManager, userId: string, messageId: string): Promise<void> {
    const message = await this.standingAt(manager, userId, messageId);
    if (!message.is_own) throw forbidden();
    if (message.role === null) throw notAMember();
  }

  /** The author deletes a message, while in its server; so do owner and moderators. @throws ProblemError as above */
  async requireMessageDelete(manager: EntityManager, userId: string, messageId: string): Promise<void> {
    const message = await this.standingAt(manager, userId, messageId);
    if (isStaff(message.role)) return;
    if (!message.is_own) throw forbidden();
    if (message.role === null) throw notAMember();
  }

  /**
   * Only its member may change a thing.
   * @param manager of the transaction of the change
   * @throws ProblemError `forbidden` for others where they may see it, else `not_found`
   */
  async requireOwn(manager: EntityManager, kind: OwnedKind, userId: string, id: string): Promise<void> {
    const { table, shown } = OWNED[kind];
    const rows: { user_id: string; visible: boolean }[] = await manager.query(
      `SELECT thing.user_id, owner.is_public AND ${shown} AS visible
         FROM ${table} thing JOIN users owner ON owner.id = thing.user_id WHERE thing.id = $1`,
      [id],
    );
    const thing = rows[0];
    if (thing?.user_id === userId) return;
    throw thing?.visible ? forbidden() : notFound();
  }

  /**
   * The id of the member of that name, whose things the asker may see: a public one, or the asker.
   * @param askerId null for a visitor
   * @throws ProblemError `not_found`
   */
  async requireVisibleMember(askerId: string | null, username: string): Promise<string> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM users WHERE username = $1 AND (is_public OR id = $2)',
      [username.toLowerCase(), askerId],
    );
    const member = rows[0];
    if (!member) throw notFound();
    return member.id;
  }

  /** A member is seen who is public, or the asker. @throws ProblemError `not_found` */
  async requireVisibleMemberById(askerId: string, userId: string): Promise<void> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT 1 FROM users WHERE id = $1 AND (is_public OR id = $2)',
      [userId, askerId],
    );
    if (rows.length === 0) throw notFound();
  }

  private async standingAt(
    manager: EntityManager,
    userId: string,
    messageId: string,
  ): Promise<MessageStanding> {
    const rows: MessageStanding[] = await manager.query(
      `SELECT message.user_id IS NOT DISTINCT FROM $2::uuid AS is_own, member.role
         FROM messages message JOIN channels channel ON channel.id = message.channel_id
         JOIN servers server ON server.id = channel.server_id
         LEFT JOIN server_members member ON member.server_id = server.id AND member.user_id = $2
        WHERE message.id = $1 AND message.deleted_at IS NULL AND (server.is_public OR member.id IS NOT NULL)`,
      [messageId, userId],
    );
    return found(rows[0]);
  }

  private async findReadable(
    asked: readonly { userId: string; channelId: string }[],
  ): Promise<(ReadableChannel | undefined)[]> {
    const rows: {
      place: number;
      server_id: string;
      is_public: boolean;
      last_seq: number;
      last_rev: number;
    }[] = await this.dataSource.query(
      `SELECT asked.place::integer, c.server_id, s.is_public, c.last_seq, c.last_rev
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (user_id, channel_id, place)
         JOIN channels c ON c.id = asked.channel_id JOIN servers s ON s.id = c.server_id
        WHERE s.is_public
           OR EXISTS (SELECT 1 FROM server_members m WHERE m.server_id = s.id AND m.user_id = asked.user_id)`,
      [asked.map(({ userId }) => userId), asked.map(({ channelId }) => channelId)],
    );
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => {
      const row = byPlace.get(index + 1);
      return (
        row && {
          serverId: row.server_id,
          isPublic: row.is_public,
          lastSeq: row.last_seq,
          lastRev: row.last_rev,
        }
      );
    });
  }
}
