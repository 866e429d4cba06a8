import { Injectable } from '@nestjs/common';
import {
  type ConversationLine,
  CONVERSATION_LIMITS,
  type ConversationState,
  type ConversationView,
  type FirstMessagesFrom,
} from '@oniverse/contracts';
import { isKept, namedFor, unblocked } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { isoTime } from '../../shared/index.js';
import { UNREAD_OF_CHANNEL } from '../read-marks/unread.js';
import { otherMembersOf } from './other-members.js';

export interface ConversationRow {
  channel_id: string;
  /** The newest message, which sorts the list. Null before the first one. */
  id: string | null;
  state: 'joined' | 'requested';
  is_group: boolean;
  name: string;
  members: ConversationView['members'];
  is_waiting: boolean;
  is_closed: boolean;
  disappears_after_days: number;
  may_choose_disappearing: boolean;
  seen: ConversationView['seen'];
  last: ConversationLine | null;
  last_seq: number;
  read_seq: number;
  unread_count: number;
  is_muted: boolean;
  unread_in_threads: number;
  created_at: Date;
}

/** A conversation as a change finds it, under its lock. */
export interface LockedConversation {
  isGroup: boolean;
  /** Whether the member may choose when messages disappear. */
  mayChooseDisappearing: boolean;
  state: ConversationState;
  /** How many members have not left. */
  members: number;
}

/** What decides whether one member may write to another one first, and where it arrives. */
export interface Recipient {
  id: string;
  firstMessagesFrom: FirstMessagesFrom;
  /** Whether the two have a link or share a dimension. */
  isRelated: boolean;
  /** Whether the two have a conversation that the recipient joined. */
  hasConversation: boolean;
}

/** SQL condition: whether nobody can write in the conversation of two `talk`. `channel_writer` has the same condition. */
const IS_CLOSED = `(NOT talk.is_group AND (num_nonnulls(talk.lower_id, talk.higher_id) < 2 OR EXISTS (
  SELECT FROM blocks block WHERE block.member_id = talk.lower_id AND block.other_id = talk.higher_id)))`;

/** SQL condition on a row of `conversation_members`: somebody can write in its conversation. */
const NOT_CLOSED = `NOT EXISTS (SELECT FROM conversations talk
  WHERE talk.channel_id = conversation_members.channel_id AND ${IS_CLOSED})`;

/** Selects {@link ConversationRow} for `$1` from their row `own` of `conversation_members`. */
const COLUMNS = `own.channel_id, own.activity_id AS id, own.state, talk.is_group, channel.name,
  ${otherMembersOf('own.channel_id')} AS members,
  channel.most_seq IS NOT NULL AND own.state = 'joined' AS is_waiting, ${IS_CLOSED} AS is_closed,
  talk.disappears_after_days, NOT talk.is_group OR channel.started_by IS NOT DISTINCT FROM $1 AS may_choose_disappearing,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', peer.user_id, 'seq', read.read_seq) ORDER BY peer.user_id), '[]')
     FROM users me JOIN conversation_members peer ON peer.channel_id = own.channel_id AND peer.user_id <> $1 AND peer.state = 'joined'
     JOIN users their ON their.id = peer.user_id AND their.shows_seen_marks
     JOIN channel_reads read ON read.user_id = peer.user_id AND read.channel_id = own.channel_id
    WHERE me.id = $1 AND me.shows_seen_marks AND own.state = 'joined') AS seen,
  (SELECT jsonb_build_object('seq', newest.seq, 'userId', newest.user_id,
            'excerpt', CASE WHEN ${isKept('newest')} THEN left(newest.content, ${CONVERSATION_LIMITS.excerpt}) END,
            'createdAt', ${isoTime('newest.created_at')})
     FROM messages newest WHERE newest.channel_id = channel.id AND newest.seq = channel.last_seq) AS last,
  channel.last_seq, of_channel.read_seq, of_channel.unread_count::integer,
  coalesce(followed.unread_count, 0)::integer AS unread_in_threads, of_channel.is_muted, channel.created_at`;
/** LIMIT 1 forces a lookup by key. The last subquery sums up the followed threads. */
const JOINS = `JOIN conversations talk ON talk.channel_id = own.channel_id
  CROSS JOIN LATERAL (SELECT * FROM channels WHERE id = own.channel_id LIMIT 1) channel
  ${UNREAD_OF_CHANNEL}
  CROSS JOIN LATERAL (
    SELECT sum(of_channel.unread_count) AS unread_count
      FROM thread_follows follow
     CROSS JOIN LATERAL (SELECT * FROM channels WHERE id = follow.channel_id LIMIT 1) channel ${UNREAD_OF_CHANNEL}
     WHERE follow.user_id = $1 AND follow.conversation_id = own.channel_id AND channel.last_seq > of_channel.read_seq
  ) followed`;

const pairOf = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

@Injectable()
export class ConversationsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a conversation that the member joined, or that waits for them. */
  async find(userId: string, channelId: string): Promise<ConversationRow | undefined> {
    const rows: ConversationRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM conversation_members own ${JOINS}
        WHERE own.channel_id = $2 AND own.user_id = $1 AND own.state IN ('joined', 'requested')`,
      [userId, channelId],
    );
    return rows[0];
  }

  /** Returns a page of the conversations with messages, latest message first, plus one more row if there is a next page. */
  async listPage(
    userId: string,
    state: 'joined' | 'requested',
    { limit, cursor }: { limit: number; cursor?: string },
  ): Promise<(ConversationRow & { id: string })[]> {
    // Requests across a block are not shown.
    const isShown = state === 'joined' ? 'true' : NOT_CLOSED;
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM (
         SELECT * FROM conversation_members
          WHERE user_id = $1 AND state = '${state}' AND activity_id IS NOT NULL AND ($2::uuid IS NULL OR activity_id < $2)
            AND ${isShown}
          ORDER BY activity_id DESC LIMIT $3
       ) own ${JOINS} ORDER BY own.activity_id DESC`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  /** Returns the conversation of two members. */
  async findOfTwo(manager: EntityManager, one: string, other: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT channel_id AS id FROM conversations WHERE NOT is_group AND lower_id = $1 AND higher_id = $2',
      pairOf(one, other),
    );
    return rows[0]?.id;
  }

  /** Returns the given members that a member may know, without those across a block. */
  async listRecipients(
    manager: EntityManager,
    userId: string,
    recipientIds: readonly string[],
  ): Promise<Recipient[]> {
    return manager.query(
      `SELECT member.id, member.first_messages_from AS "firstMessagesFrom",
              EXISTS (SELECT FROM connections WHERE from_user_id = least(member.id, $1) AND to_user_id = greatest(member.id, $1))
                OR EXISTS (SELECT FROM server_members own JOIN server_members their USING (server_id)
                            WHERE own.user_id = $1 AND their.user_id = member.id) AS "isRelated",
              EXISTS (SELECT FROM conversations talk
                        JOIN conversation_members their ON their.channel_id = talk.channel_id AND their.user_id = member.id
                       WHERE NOT talk.is_group AND talk.lower_id = least(member.id, $1)
                         AND talk.higher_id = greatest(member.id, $1) AND their.state = 'joined') AS "hasConversation"
         FROM users member
        WHERE member.id = ANY ($2::uuid[]) AND member.id <> $1 AND ${namedFor('member', '$1::uuid')}
          AND ${unblocked('member.id', '$1::uuid')}`,
      [userId, recipientIds],
    );
  }

  /**
   * Stores a conversation without its members.
   * @param two the members of a conversation of two; absent for a group
   * @param mostSeq the last `seq` that the sender of a request may write; null for all others
   * @returns its id; undefined if the two have one, which another call stored first
   */
  async insert(
    manager: EntityManager,
    {
      startedBy,
      name,
      two,
      mostSeq,
    }: {
      startedBy: string;
      name: string;
      two?: readonly [string, string];
      mostSeq: number | null;
    },
  ): Promise<string | undefined> {
    const [lower, higher] = two ? pairOf(...two) : [null, null];
    const rows: { id: string }[] = await manager.query(
      `WITH channel AS (
         INSERT INTO channels (name, is_conversation, most_seq, started_by) VALUES ($1, true, $2, $3) RETURNING id
       )
       INSERT INTO conversations (channel_id, is_group, lower_id, higher_id)
       SELECT id, $4::uuid IS NULL, $4, $5 FROM channel
       ON CONFLICT (lower_id, higher_id) WHERE NOT is_group DO NOTHING RETURNING channel_id AS id`,
      [name, mostSeq, startedBy, lower, higher],
    );
    return rows[0]?.id;
  }

  async insertMembers(
    manager: EntityManager,
    channelId: string,
    members: readonly { userId: string; state: ConversationState }[],
  ): Promise<void> {
    await manager.query(
      `INSERT INTO conversation_members (channel_id, user_id, state)
       SELECT $1, user_id, state FROM unnest($2::uuid[], $3::text[]) AS member (user_id, state) ORDER BY user_id`,
      [channelId, members.map(({ userId }) => userId), members.map(({ state }) => state)],
    );
  }

  /** Locks a conversation against messages and other changes. Returns undefined for those who were never in it. */
  async lock(
    manager: EntityManager,
    userId: string,
    channelId: string,
  ): Promise<LockedConversation | undefined> {
    await manager.query('SELECT 1 FROM channels WHERE id = $1 AND is_conversation FOR NO KEY UPDATE', [
      channelId,
    ]);
    const rows: LockedConversation[] = await manager.query(
      `SELECT talk.is_group AS "isGroup", own.state,
              NOT talk.is_group OR channel.started_by IS NOT DISTINCT FROM $2 AS "mayChooseDisappearing",
              (SELECT count(*)::integer FROM conversation_members peer
                WHERE peer.channel_id = $1 AND peer.state = 'joined') AS members
         FROM conversations talk JOIN channels channel ON channel.id = talk.channel_id
         JOIN conversation_members own ON own.channel_id = talk.channel_id AND own.user_id = $2
        WHERE talk.channel_id = $1`,
      [channelId, userId],
    );
    return rows[0];
  }

  /**
   * Sets what a conversation is to a member, who is new to a group if they were never in it. One who did not join follows no
   * thread there.
   */
  async setState(
    manager: EntityManager,
    channelId: string,
    userId: string,
    state: ConversationState,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO conversation_members AS own (channel_id, user_id, state, activity_id)
       VALUES ($1, $2, $3, (SELECT id FROM messages WHERE channel_id = $1 ORDER BY seq DESC LIMIT 1))
       ON CONFLICT (channel_id, user_id) DO UPDATE SET state = excluded.state, activity_id = excluded.activity_id`,
      [channelId, userId, state],
    );
    if (state !== 'joined') {
      await manager.query('DELETE FROM thread_follows WHERE user_id = $1 AND conversation_id = $2', [
        userId,
        channelId,
      ]);
    }
  }

  /** Ends the limit of a request. */
  async acceptMessages(manager: EntityManager, channelId: string): Promise<void> {
    await manager.query('UPDATE channels SET most_seq = NULL WHERE id = $1', [channelId]);
  }

  async rename(manager: EntityManager, channelId: string, name: string): Promise<void> {
    await manager.query('UPDATE channels SET name = $2, updated_at = now() WHERE id = $1', [channelId, name]);
  }

  /** Sets after how many days new messages disappear; 0 for never. */
  async setDisappearing(manager: EntityManager, channelId: string, days: number): Promise<void> {
    await manager.query('UPDATE conversations SET disappears_after_days = $2 WHERE channel_id = $1', [
      channelId,
      days,
    ]);
  }

  /** Returns the members who know of a conversation: those who joined it, and the recipient of a request with a message. */
  async listAudience(channelId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT user_id AS id FROM conversation_members
        WHERE channel_id = $1 AND (state = 'joined' OR state = 'requested' AND activity_id IS NOT NULL)`,
      [channelId],
    );
    return rows.map(({ id }) => id);
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }
}
