import { mapPushFields } from '@oniverse/contracts';
import {
  BOOKMARKED_THING,
  BY_JOINING,
  fromOtherMembers,
  listedFor,
  namedFor,
  NOTIFICATION_VISIBLE,
  resultOf,
} from '@oniverse/data';

/** Page sizes for entries with long texts and for other entries. */
export const LONG_TEXT_PAGE = 20;
export const PAGE = 500;

interface ListDefinition {
  /** Selects the exported columns for member $1 after id $2, ordered by `id`, limited to $3. */
  sql: string;
  pageSize: number;
}

interface ListOptions {
  /** What orders the rows, and is exported as `id`. */
  id?: string;
  /** Which rows are those of member $1. */
  where?: string;
  pageSize?: number;
}

/** @param columns the exported ones besides `id` */
const list = (
  from: string,
  columns: string,
  { id = 'id', where = 'user_id = $1', pageSize = PAGE }: ListOptions = {},
): ListDefinition => ({
  sql: `SELECT ${id} AS id, ${columns} FROM ${from} WHERE ${where} AND ${id} > $2 ORDER BY ${id} LIMIT $3`,
  pageSize,
});

/** The settings of pushes, as in the answers of the API. */
const PUSH_FIELDS = Object.entries(mapPushFields((kind) => `'${kind}' = ANY(push_kinds)`))
  .map(([field, value]) => `${value} AS "${field}"`)
  .join(', ');
const CREATED = 'created_at AS "createdAt"';
const DATED = `${CREATED}, updated_at AS "updatedAt"`;
/** A list of members that member $1 made. The name is left out where the member may no longer know it. */
const chosenMembers = (table: 'blocks' | 'mutes', condition: string): ListDefinition =>
  list(
    `${table} chosen LEFT JOIN users other ON other.id = chosen.other_id AND ${namedFor('other', '$1')}`,
    'other.username, chosen.created_at AS "createdAt"',
    { id: 'chosen.other_id', where: `chosen.member_id = $1 AND ${condition}` },
  );
const posts = (isArchived: boolean): ListDefinition =>
  list(
    'posts',
    `title, content, markdown_content AS "markdownContent", tags, is_public AS "isPublic", is_archived AS "isArchived", ${DATED}`,
    { where: `user_id = $1 AND is_archived = ${isArchived}`, pageSize: LONG_TEXT_PAGE },
  );

/** Exported lists by file name. */
export const DATA_LISTS = {
  posts: posts(false),
  'archived-posts': posts(true),
  // Only what the member may see now, as on their shelf.
  bookmarks: list(
    `bookmarks kept CROSS JOIN LATERAL (${BOOKMARKED_THING}) AS thing`,
    `thing.kind, thing.subject, thing.title, kept.note, kept.board_id AS "boardId", kept.opened_at AS "openedAt",
     kept.created_at AS "createdAt"`,
    { id: 'kept.id', where: 'kept.user_id = $1' },
  ),
  capsules: list('capsules', `name, description, tags, ${DATED}`),
  'profile-archives': list(
    'profile_archives',
    `title, markdown_content AS "markdownContent", capsule_id AS "capsuleId", tags, is_hidden AS "isHidden",
     is_shown_publicly AS "isShownPublicly", ${CREATED}`,
    { pageSize: LONG_TEXT_PAGE },
  ),
  // Deleted replies have no content.
  replies: list(
    'post_replies',
    `post_id AS "postId", parent_id AS "parentId", content, ${CREATED}, deleted_at AS "deletedAt"`,
  ),
  ripples: list('ripples', CREATED, { id: 'post_id' }),
  boards: list('boards', `name, description, tags, is_public AS "isPublic", ${DATED}`),
  memberships: list(
    'server_members member JOIN servers server ON server.id = member.server_id',
    'server.name, server.is_public AS "isPublic", member.role, member.joined_at AS "joinedAt"',
    { id: 'server.id', where: 'member.user_id = $1' },
  ),
  // Without what the member declined, or left.
  conversations: list(
    `conversation_members own JOIN conversations talk ON talk.channel_id = own.channel_id
       JOIN channels channel ON channel.id = own.channel_id`,
    `talk.is_group AS "isGroup", nullif(channel.name, '') AS name, own.state, own.joined_at AS "joinedAt",
     ARRAY(SELECT member.username ${fromOtherMembers('own.channel_id', '$1')} ${BY_JOINING}) AS members`,
    { id: 'own.channel_id', where: `own.user_id = $1 AND own.state IN ('joined', 'requested')` },
  ),
  'read-marks': list('channel_reads', 'read_seq AS "readSeq"', { id: 'channel_id' }),
  attention: list(
    `(SELECT server_id AS id, server_id AS "serverId", NULL::uuid AS "channelId", level
        FROM server_attention WHERE user_id = $1
       UNION ALL
      SELECT channel_id, channel.server_id, channel_id, level
        FROM channel_attention own JOIN channels channel ON channel.id = own.channel_id WHERE own.user_id = $1
     ) AS own`,
    '"serverId", "channelId", level',
    { where: 'true' },
  ),
  drafts: list('drafts', 'content, reply_to_seq AS "replyToSeq", updated_at AS "updatedAt"', {
    id: 'channel_id',
  }),
  'earlier-texts': list('message_versions', 'message_id AS "messageId", content, written_at AS "writtenAt"'),
  'scheduled-messages': list(
    'scheduled_messages',
    `channel_id AS "channelId", content, reply_to_seq AS "replyToSeq", send_at AS "sendAt",
     is_left AS "isLeft", failure->>'message' AS "notSentBecause", ${CREATED}`,
  ),
  'radio-tracks': list(
    'radio_tracks',
    `channel_id AS "channelId", title, duration_ms AS "durationMs", refusal AS "notPlayedBecause", ${CREATED}`,
  ),
  'held-messages': list('held_messages', `channel_id AS "channelId", content, state, word, ${CREATED}`),
  applications: list('applications', `server_id AS "serverId", answers, state, word, ${CREATED}`),
  'followed-threads': list('thread_follows', CREATED, { id: 'channel_id' }),
  'started-threads': list('channels', `parent_message_id AS "messageId", ${CREATED}`, {
    where: 'started_by = $1 AND parent_id IS NOT NULL',
  }),
  games: list(
    'game_players own JOIN games game ON game.channel_id = own.game_id',
    `game.parent_id AS "channelId", game.number, game.kind, own.seat, game.status, game.outcome,
     ARRAY(SELECT message.event FROM messages message
            WHERE message.channel_id = game.channel_id AND message.event IS NOT NULL ORDER BY message.seq) AS events,
     game.created_at AS "createdAt", game.ended_at AS "endedAt"`,
    { id: 'game.channel_id', where: 'own.user_id = $1' },
  ),
  // The public id only, never the primary key, which is a hash of the credential.
  sessions: list('sessions', `device, ${CREATED}, last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"`, {
    id: 'public_id',
  }),
  passkeys: list('passkeys', `name, is_synced AS "isSynced", ${CREATED}, last_used_at AS "lastUsedAt"`),
  'account-activity': list('account_activity', `kind, device, address, detail, ${CREATED}`),
  notifications: list(
    'notifications entry LEFT JOIN users actor ON actor.id = entry.actor_id',
    `entry.kind, actor.username AS "from", entry.post_id AS "postId", entry.reply_id AS "replyId",
     entry.channel_id AS "channelId", coalesce(entry.seq, entry.message_seq) AS seq, entry.server_id AS "serverId",
     entry.created_at AS "createdAt", entry.happened_at AS "happenedAt", entry.read_at AS "readAt",
     entry.put_away_at AS "putAwayAt", entry.remind_at AS "remindAt"`,
    { id: 'entry.id', where: `entry.recipient_id = $1 AND ${NOTIFICATION_VISIBLE}` },
  ),
  blocks: chosenMembers('blocks', 'chosen.is_own'),
  mutes: chosenMembers('mutes', 'true'),
  reports: list(
    'reports report JOIN cases thing ON thing.id = report.case_id',
    `thing.kind, thing.snapshot->>'title' AS title, report.reason, report.note, ${resultOf('thing')} AS result,
     report.created_at AS "createdAt"`,
    { id: 'report.id', where: 'report.reporter_id = $1' },
  ),
  // Posts are among the member's posts.
  'removed-texts': list('removed_texts', `kind, content, removed_at AS "removedAt"`, {
    id: 'subject_id',
    where: `user_id = $1 AND kind <> 'post'`,
  }),
  // Without the names of the staff.
  measures: list(
    'measures',
    `kind, rule, reason, until, subject_kind AS "subjectKind", subject_title AS "subjectTitle", ${CREATED},
     ended_at AS "endedAt", appeal, appealed_at AS "appealedAt", decision, decision_reason AS "decisionReason",
     decided_at AS "decidedAt"`,
  ),
  // Without who did it, which only the staff of the dimension see.
  removals: list('server_removals', 'is_ban AS "isBan", removed_at AS "removedAt"', { id: 'server_id' }),
  groups: list(
    'group_members named JOIN member_groups own ON own.id = named.group_id',
    'own.server_id AS "serverId", own.name, own.color, named.added_at AS "addedAt"',
    { id: 'named.group_id', where: 'named.user_id = $1' },
  ),
  'time-outs': list('time_outs', `until, reason, ${CREATED}`, { id: 'server_id' }),
  'notification-settings': list(
    'notification_settings',
    `${PUSH_FIELDS}, quiet_from AS "quietFrom", quiet_until AS "quietUntil", time_zone AS "timeZone",
     is_content_pushed AS "isContentPushed", digest, digest_kinds AS "digestKinds"`,
    { id: 'user_id' },
  ),
  // The host only: the whole address lets anyone send to the browser.
  'push-subscriptions': list(
    'push_subscriptions subscription JOIN sessions session ON session.id = subscription.session_id',
    `split_part(subscription.endpoint, '/', 3) AS service, subscription.created_at AS "createdAt",
     subscription.last_success_at AS "lastSuccessAt"`,
    { id: 'session.public_id', where: 'subscription.user_id = $1' },
  ),
  // As in the constellation: only between public members, and not across a block.
  connections: list(
    `(SELECT to_user_id AS other_id, strength, shared_tags, created_at FROM connections WHERE from_user_id = $1
       UNION ALL
      SELECT from_user_id, strength, shared_tags, created_at FROM connections WHERE to_user_id = $1) link
       JOIN users other ON other.id = link.other_id AND ${listedFor('other', '$1')}
       JOIN users own ON own.id = $1 AND own.is_public`,
    `other.username, other.display_name AS "displayName", link.strength, link.shared_tags AS "sharedTags",
     link.created_at AS "createdAt"`,
    { id: 'link.other_id', where: 'true' },
  ),
} as const satisfies Record<string, ListDefinition>;
export type DataList = keyof typeof DATA_LISTS;
