import { Injectable } from '@nestjs/common';
import type { HomeStepsBody, HomeView } from '@oniverse/contracts';
import {
  followableBy,
  isKept,
  listedChannelOf,
  listedFor,
  nameOfChannel,
  serverOfChannel,
  unblocked,
  unmuted,
  VISIBLE,
} from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import {
  authorColumns,
  type AuthorRow,
  authorView,
  type OptionalAuthorRow,
  optionalAuthorView,
} from '../../shared/index.js';
import { UNREAD_OF_CHANNEL } from '../../talk/index.js';

/** A visit ends when the member was not seen for this long. */
export const VISIT_GAP_MINUTES = 30;
/** Older events are left out, however long a member was away. */
const DAYS_BACK = 30;
const SHOWN = 20;
const TEXT_LENGTH = 200;

interface VisitRow {
  left_at: Date | null;
  since: Date;
  is_guide_dismissed: boolean;
  saw_constellation: boolean;
}

interface PlaceColumns {
  server_id: string;
  server_name: string;
  is_public: boolean;
  channel_id: string;
  channel_name: string;
  parent_id: string | null;
}

interface Happened {
  at: Date;
  is_read: boolean;
}

interface PostColumns {
  post_id: string;
  title: string;
  by_username: string;
  by_display_name: string | null;
  by_profile_image_url: string | null;
}

const OWNER = authorColumns('owner');
const LISTED = listedFor('owner', '$1');
const UNMUTED = unmuted('owner.id', '$1');
const PLACE = `server.id AS server_id, server.name AS server_name, server.is_public, channel.id AS channel_id,
  ${nameOfChannel('channel', 'parent')} AS channel_name, channel.parent_id`;
const PARENT = 'LEFT JOIN channels parent ON parent.id = channel.parent_id';
const POST = `thing.id AS post_id, thing.title, author.username AS by_username,
  author.display_name AS by_display_name, author.profile_image_url AS by_profile_image_url`;
/**
 * The least id that an event after $2 can have: ids sort by creation time. A subquery, because an index condition cannot
 * contain a volatile function.
 */
const FIRST_ID = '(SELECT uuidv7($2::timestamptz - clock_timestamp()))';
/** The newest replies of others with a condition on `reply`, so that many replies to one post cost no more than a few. */
const newestReplies = (condition: string): string => `
  CROSS JOIN LATERAL (
    SELECT reply.id, reply.post_id, reply.content, reply.created_at, ${OWNER}
      FROM post_replies reply JOIN users owner ON owner.id = reply.user_id
     WHERE ${condition} AND reply.id > ${FIRST_ID} AND reply.created_at > $2 AND reply.deleted_at IS NULL AND reply.held_at IS NULL
       AND owner.id <> $1 AND ${LISTED} AND ${UNMUTED}
     ORDER BY reply.id DESC LIMIT ${SHOWN}) reply`;
const readAt = '(SELECT read_at FROM visits WHERE user_id = $1)';
const LINKED = `
  SELECT to_user_id AS id, shared_tags, created_at FROM connections WHERE from_user_id = $1
  UNION ALL SELECT from_user_id, shared_tags, created_at FROM connections WHERE to_user_id = $1`;
/** Linked members that member $1 has not muted. A private member has no links, even while the worker has yet to delete their rows. */
const NEAR = `
  SELECT owner.id FROM (${LINKED}) linked JOIN users owner ON owner.id = linked.id
    JOIN users self ON self.id = $1 AND self.is_public
   WHERE owner.id <> $1 AND ${LISTED} AND ${UNMUTED}`;

const placeOf = (row: PlaceColumns): HomeView['channels'][number]['place'] => ({
  serverId: row.server_id,
  serverName: row.server_name,
  isPublic: row.is_public,
  channelId: row.channel_id,
  channelName: row.channel_name,
  ...(row.parent_id !== null && { parentId: row.parent_id }),
});

const postOf = (row: PostColumns): HomeView['posts'][number]['post'] => ({
  id: row.post_id,
  title: row.title,
  author: {
    username: row.by_username,
    displayName: row.by_display_name,
    profileImageUrl: row.by_profile_image_url,
  },
});

const momentOf = ({ at, is_read: isRead }: Happened) => ({ at: at.toISOString(), isRead });

@Injectable()
export class HomeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Records that the member is here. After a gap, the end of the previous visit is the time before it. */
  async beginVisit(userId: string): Promise<VisitRow> {
    const [row]: [VisitRow] = await this.dataSource.query(
      `INSERT INTO visits AS visit (user_id) SELECT id FROM users WHERE id = $1
       ON CONFLICT (user_id) DO UPDATE SET seen_at = now(),
         left_at = CASE WHEN visit.seen_at < now() - make_interval(mins => $2) THEN visit.seen_at ELSE visit.left_at END
       RETURNING is_guide_dismissed, saw_constellation, left_at, greatest(coalesce(left_at, now()), now() - make_interval(days => $3)) AS since`,
      [userId, VISIT_GAP_MINUTES, DAYS_BACK],
    );
    return row;
  }

  /** Records steps of the guide; undefined ones stay. */
  async recordSteps(userId: string, { isDismissed, sawConstellation }: HomeStepsBody): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO visits AS visit (user_id, is_guide_dismissed, saw_constellation)
       SELECT id, coalesce($2, false), coalesce($3, false) FROM users WHERE id = $1
       ON CONFLICT (user_id) DO UPDATE SET is_guide_dismissed = coalesce($2, visit.is_guide_dismissed),
         saw_constellation = coalesce($3, visit.saw_constellation)`,
      [userId, isDismissed ?? null, sawConstellation ?? null],
    );
  }

  /** Records that members are still here. */
  async recordSeen(userIds: readonly string[]): Promise<void> {
    await this.dataSource.query('UPDATE visits SET seen_at = now() WHERE user_id = ANY($1::uuid[])', [
      userIds,
    ]);
  }

  /**
   * Names authors who are not listed too, as their messages do, unless blocked or muted. Selects the channels first:
   * planning one join of seven tables takes longer than running it.
   */
  async listMentions(userId: string, since: Date): Promise<HomeView['mentions']> {
    const rows: (Happened & OptionalAuthorRow & PlaceColumns & { content: string; is_reply: boolean })[] =
      await this.dataSource.query(
        `WITH place AS MATERIALIZED (
         SELECT ${PLACE} FROM (SELECT DISTINCT channel_id AS id FROM mentions WHERE user_id = $1) named
           JOIN channels channel ON channel.id = named.id ${PARENT}
           JOIN server_members membership ON membership.server_id = ${serverOfChannel('channel')} AND membership.user_id = $1
           JOIN servers server ON server.id = membership.server_id
          WHERE ${followableBy('channel.id', '$1')})
       SELECT message.created_at AS at, ${OWNER}, place.*, left(message.content, ${TEXT_LENGTH}) AS content,
              EXISTS (SELECT FROM answered_message(message.channel_id, message.seq, message.reply_to_seq) answered
                       WHERE answered.user_id = $1) AS is_reply,
              coalesce(mark.read_seq, 0) >= mention.seq OR message.created_at <= coalesce(${readAt}, '-infinity') AS is_read
         FROM place
         JOIN mentions mention ON mention.user_id = $1 AND mention.channel_id = place.channel_id
         JOIN messages message ON message.channel_id = mention.channel_id AND message.seq = mention.seq
         LEFT JOIN users owner ON owner.id = message.user_id
         LEFT JOIN channel_reads mark ON mark.channel_id = place.channel_id AND mark.user_id = $1
        WHERE message.created_at > $2 AND ${isKept('message')} AND message.user_id IS DISTINCT FROM $1
          AND ${unblocked('message.user_id', '$1')} AND ${unmuted('message.user_id', '$1')}
        ORDER BY message.created_at DESC LIMIT ${SHOWN}`,
        [userId, since],
      );
    return rows.map((row) => ({
      ...momentOf(row),
      author: optionalAuthorView(row),
      place: placeOf(row),
      content: row.content,
      ...(row.is_reply && { isReply: true }),
    }));
  }

  /** Returns replies to the member's posts, and to the member's replies. */
  async listReplies(userId: string, since: Date): Promise<HomeView['replies']> {
    const rows: (Happened & AuthorRow & PostColumns & { content: string })[] = await this.dataSource.query(
      `WITH reply AS (
         SELECT reply.* FROM posts own ${newestReplies('reply.post_id = own.id')} WHERE own.user_id = $1
         UNION
         SELECT reply.* FROM post_replies own ${newestReplies('reply.parent_id = own.id')} WHERE own.user_id = $1)
       SELECT reply.*, ${POST}, reply.created_at AS at, left(reply.content, ${TEXT_LENGTH}) AS content,
              reply.created_at <= coalesce(${readAt}, '-infinity') AS is_read
         FROM reply JOIN posts thing ON thing.id = reply.post_id JOIN users author ON author.id = thing.user_id
        WHERE author.id = $1 OR ${VISIBLE.post} AND ${listedFor('author', '$1')}
        ORDER BY reply.id DESC LIMIT ${SHOWN}`,
      [userId, since],
    );
    return rows.map((row) => ({
      ...momentOf(row),
      author: authorView(row),
      post: postOf(row),
      content: row.content,
    }));
  }

  async listLinks(userId: string, since: Date): Promise<HomeView['links']> {
    const rows: (Happened & AuthorRow & { shared_tags: string[] })[] = await this.dataSource.query(
      `SELECT link.created_at AS at, link.created_at <= coalesce(${readAt}, '-infinity') AS is_read, ${OWNER},
              link.shared_tags
         FROM (${LINKED}) link JOIN users owner ON owner.id = link.id
         JOIN users self ON self.id = $1 AND self.is_public
        WHERE link.created_at > $2 AND ${LISTED} ORDER BY link.created_at DESC LIMIT ${SHOWN}`,
      [userId, since],
    );
    return rows.map((row) => ({ ...momentOf(row), member: authorView(row), sharedTags: row.shared_tags }));
  }

  /** Merges the newest posts of each neighbour, as the feed does. */
  async listNearPosts(userId: string, since: Date): Promise<HomeView['posts']> {
    const rows: (Happened & PostColumns)[] = await this.dataSource.query(
      `WITH newest AS (
         SELECT post.id FROM (${NEAR}) near CROSS JOIN LATERAL (
           SELECT thing.id FROM posts thing
            WHERE thing.user_id = near.id AND ${VISIBLE.post} AND thing.id > ${FIRST_ID}
            ORDER BY thing.id DESC LIMIT ${SHOWN}
         ) post ORDER BY post.id DESC LIMIT ${SHOWN})
       SELECT thing.created_at AS at, thing.created_at <= coalesce(${readAt}, '-infinity') AS is_read, ${POST}
         FROM newest JOIN posts thing ON thing.id = newest.id JOIN users author ON author.id = thing.user_id
        WHERE thing.created_at > $2 ORDER BY thing.id DESC`,
      [userId, since],
    );
    return rows.map((row) => ({ ...momentOf(row), post: postOf(row) }));
  }

  /** Returns channels of joined servers with unread messages, by server and channel. */
  async listChannels(userId: string): Promise<HomeView['channels']> {
    const rows: (PlaceColumns & { unread_count: number })[] = await this.dataSource.query(
      `SELECT ${PLACE}, of_channel.unread_count::integer
         FROM server_members membership
         JOIN servers server ON server.id = membership.server_id
         JOIN channels channel ON channel.server_id = server.id ${PARENT} ${UNREAD_OF_CHANNEL}
        WHERE membership.user_id = $1 AND channel.last_seq > of_channel.read_seq AND of_channel.unread_count > 0
          AND NOT of_channel.is_muted AND ${listedChannelOf('channel', '$1')}
        ORDER BY server.name, channel.id LIMIT ${SHOWN}`,
      [userId],
    );
    return rows.map((row) => ({ place: placeOf(row), unreadCount: row.unread_count }));
  }

  async hasNearPosts(userId: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM (${NEAR}) near
        WHERE EXISTS (SELECT FROM posts thing WHERE thing.user_id = near.id AND ${VISIBLE.post}) LIMIT 1`,
      [userId],
    );
    return rows.length > 0;
  }

  async transaction<T>(run: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(run);
  }

  /** Marks events until now as read. */
  async markEventsRead(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('UPDATE visits SET read_at = now() WHERE user_id = $1', [userId]);
  }
}
