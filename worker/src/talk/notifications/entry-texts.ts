import {
  type AttachmentKind,
  type DigestKind,
  NOTIFICATION_RULES,
  notificationPath,
  type PushedKind,
} from '@oniverse/contracts';
import { nameOfChannel } from '@oniverse/data';

/** The content of an entry: a row of `ENTRY_COLUMNS`. */
export interface EntryRow {
  kind: PushedKind | DigestKind;
  /** Whether a reminder brought it back. */
  is_reminder: boolean;
  /** Null for what the recipient wrote. */
  username: string | null;
  display_name: string | null;
  post_id: string | null;
  post_title: string | null;
  post_author: string | null;
  channel_id: string | null;
  channel_name: string | null;
  /** The channel of the thread that the message is in. */
  parent_id: string | null;
  seq: number | null;
  /** The files of a message without a text, in their order; null for other messages. */
  file_kinds: AttachmentKind[] | null;
  server_id: string | null;
  server_name: string | null;
  server_is_public: boolean | null;
}

/** The columns of an `EntryRow`, from `ENTRY_TABLES`. */
export const ENTRY_COLUMNS = `entry.kind, entry.happened_at IS NOT NULL AS is_reminder, actor.username, actor.display_name,
  post.id AS post_id, post.title AS post_title, author.username AS post_author,
  channel.id AS channel_id, ${nameOfChannel('channel', 'parent')} AS channel_name, channel.parent_id,
  coalesce(entry.seq, entry.message_seq) AS seq,
  (SELECT array_agg(attached.kind ORDER BY attached.place)
     FROM messages message JOIN attachments attached ON attached.message_id = message.id
    WHERE message.channel_id = entry.channel_id AND message.seq = coalesce(entry.seq, entry.message_seq)
      AND message.has_files AND message.content = '') AS file_kinds,
  server.id AS server_id, server.name AS server_name, server.is_public AS server_is_public`;

/** An entry with its actor and its subject. */
export const ENTRY_TABLES = `notifications entry LEFT JOIN users actor ON actor.id = entry.actor_id
  LEFT JOIN posts post ON post.id = entry.post_id LEFT JOIN users author ON author.id = post.user_id
  LEFT JOIN channels channel ON channel.id = entry.channel_id LEFT JOIN channels parent ON parent.id = channel.parent_id
  LEFT JOIN servers server ON server.id = entry.server_id`;

const plural = (others: number): string => (others === 1 ? 'one other' : `${others} others`);

/** Returns what happened in an entry of a night log. @param others the number of further members who did the same */
export function entryTitle(entry: EntryRow, others = 0): string {
  const { kind, display_name: displayName, username, file_kinds: fileKinds } = entry;
  const { title } = NOTIFICATION_RULES[kind];
  const name = displayName ?? username ?? 'You';
  // The files are those of the latest message only.
  const text = others > 0 ? title(`${name} and ${plural(others)}`) : title(name, fileKinds ?? []);
  return entry.is_reminder ? `Reminder: ${text}` : text;
}

/** Returns the post or the channel of an entry; an empty text for an entry about a member alone. */
export const entryPlace = ({
  post_title: title,
  server_name: server,
  channel_name: channel,
}: EntryRow): string => title ?? [server, channel].filter((name) => name !== null).join(' # ');

/** Returns the path of the page that an entry leads to. */
export function entryPath(entry: EntryRow): string {
  const { post_id: postId, post_author: author, channel_id: channelId, seq, server_id: serverId } = entry;
  const parentId = entry.parent_id ?? undefined;
  return notificationPath({
    kind: entry.kind,
    member: entry.username ?? '',
    post: postId !== null && author !== null ? { id: postId, author } : null,
    message: channelId !== null && seq !== null ? { channelId, parentId, seq } : null,
    server: serverId === null ? null : { id: serverId, isPublic: entry.server_is_public === true },
  });
}
