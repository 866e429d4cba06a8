import {
  type AttachmentView,
  CONVERSATION_CONTEXT,
  may,
  PROFILE_TEXT_NAMES,
  type ReportKind,
  type Snapshot,
} from '@oniverse/contracts';
import { attachmentsOf, isKept, listedFor, namedFor, nameOfChannel, snake } from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import {
  pictureReadableBy,
  postReadableBy,
  shownReplyTo,
  channelStandingColumns,
  standingColumns,
  standingOf,
  type StandingRow,
} from '../../shared/index.js';

/** Something that a member may report, as it is now. */
export interface Subject {
  aboutUserId: string | null;
  serverId: string | null;
  isOwn: boolean;
  snapshot: Omit<Snapshot, 'takenAt'>;
  /** The picture's original. */
  imageUrl: string | null;
}

interface SubjectRow extends StandingRow {
  about_user_id: string | null;
  server_id: string | null;
  is_own: boolean;
  title: string | null;
  username: string | null;
  text: string | null;
  created_at: Date;
  channel_name: string | null;
  before: Snapshot['before'];
  after: Snapshot['after'];
  nearby: NonNullable<Snapshot['nearby']> | null;
  image_url: string | null;
  files: AttachmentView[] | null;
}

/** How far from a reported message its context may be. */
const MAX_DISTANCE = 100;

/** The columns of the kinds outside of servers, which their conditions already hide from others. */
const OPEN = 'true AS is_public, false AS asks_questions, NULL AS role, false AS is_banned';
const NO_CONTEXT = 'NULL AS channel_name, NULL AS before, NULL AS after, NULL AS nearby';
const NO_SERVER = 'NULL::uuid AS server_id';
const NO_IMAGE = 'NULL AS image_url, NULL AS files';
const PROFILE_COLUMNS = PROFILE_TEXT_NAMES.map((name) => `member.${snake(name)}`).join(', ');

const CONTEXT = `jsonb_build_object('username', writer.username, 'content', near.content, 'createdAt', near.created_at)`;
/** SQL for the next message on one side of `message` in a dimension, as the snapshot shows it. */
const neighbour = (comparison: '<' | '>', order: 'ASC' | 'DESC'): string => `(
  SELECT ${CONTEXT}
    FROM (SELECT user_id, content, created_at FROM messages other
           WHERE channel_id = message.channel_id AND seq ${comparison} message.seq AND ${isKept('other')}
             AND NOT c.is_conversation
           ORDER BY seq ${order} LIMIT 1) near
    LEFT JOIN users writer ON writer.id = near.user_id)`;

/** SQL for the messages around `message` in a conversation. Deleted ones are passed over, but not any number of them. */
const NEARBY = `CASE WHEN c.is_conversation THEN (
  SELECT coalesce(jsonb_agg(${CONTEXT} ORDER BY near.seq), '[]')
    FROM (SELECT user_id, content, created_at, seq FROM messages other
           WHERE channel_id = message.channel_id AND ${isKept('other')} AND seq <> message.seq
             AND seq BETWEEN message.seq - ${MAX_DISTANCE} AND message.seq + ${MAX_DISTANCE}
           ORDER BY abs(seq - message.seq), seq LIMIT ${CONVERSATION_CONTEXT}) near
    LEFT JOIN users writer ON writer.id = near.user_id) END`;

/** Selects a `SubjectRow` of thing $1 if member $2 may see it. */
const SUBJECTS = {
  message: `SELECT message.user_id AS about_user_id, s.id AS server_id,
      message.user_id IS NOT DISTINCT FROM $2::uuid AS is_own, coalesce(s.name, author.username) AS title, author.username,
      message.content AS text, message.created_at, ${nameOfChannel('c', 'parent')} AS channel_name,
      ${neighbour('<', 'DESC')} AS before, ${neighbour('>', 'ASC')} AS after, ${NEARBY} AS nearby, NULL AS image_url, ${attachmentsOf('message', 'message.id')} AS files,
      ${channelStandingColumns('$2')}
    FROM messages message JOIN channels c ON c.id = message.channel_id LEFT JOIN channels parent ON parent.id = c.parent_id
    CROSS JOIN LATERAL channel_reader(c.id, $2) reader LEFT JOIN servers s ON s.id = reader.server_id
    LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2
    LEFT JOIN users author ON author.id = message.user_id
   WHERE message.id = $1 AND ${isKept('message')}`,
  post: `SELECT owner.id AS about_user_id, ${NO_SERVER}, owner.id = $2 AS is_own, thing.title, owner.username,
      thing.markdown_content AS text, thing.created_at, ${NO_CONTEXT}, NULL AS image_url,
      ${attachmentsOf('post', 'thing.id')} AS files, ${OPEN}
    FROM posts thing JOIN users owner ON owner.id = thing.user_id
   WHERE thing.id = $1 AND ${postReadableBy('$2')}`,
  reply: `SELECT writer.id AS about_user_id, ${NO_SERVER}, writer.id = $2 AS is_own, thing.title, writer.username,
      reply.content AS text, reply.created_at, ${NO_CONTEXT}, NULL AS image_url,
      ${attachmentsOf('reply', 'reply.id')} AS files, ${OPEN}
    FROM post_replies reply JOIN posts thing ON thing.id = reply.post_id
    JOIN users owner ON owner.id = thing.user_id JOIN users writer ON writer.id = reply.user_id
   WHERE reply.id = $1 AND reply.deleted_at IS NULL AND ${shownReplyTo('$2')} AND ${postReadableBy('$2')}
     AND ${listedFor('writer', '$2')}`,
  picture: `SELECT owner.id AS about_user_id, ${NO_SERVER}, owner.id = $2 AS is_own, thing.title, owner.username,
      thing.description AS text, thing.created_at, ${NO_CONTEXT}, thing.image_url, NULL AS files, ${OPEN}
    FROM images thing JOIN users owner ON owner.id = thing.user_id
   WHERE thing.id = $1 AND ${pictureReadableBy('$2::uuid')}`,
  profile: `SELECT member.id AS about_user_id, ${NO_SERVER}, member.id = $2 AS is_own, member.username AS title,
      member.username, concat_ws(E'\\n\\n', ${PROFILE_COLUMNS}, member.profile_markdown) AS text,
      member.created_at, ${NO_CONTEXT}, ${NO_IMAGE}, ${OPEN}
    FROM users member WHERE member.id = $1 AND ${listedFor('member', '$2')}`,
  member: `SELECT member.id AS about_user_id, ${NO_SERVER}, member.id = $2 AS is_own, member.username AS title,
      member.username, member.display_name AS text, member.created_at, ${NO_CONTEXT}, ${NO_IMAGE}, ${OPEN}
    FROM users member WHERE member.id = $1 AND (member.id = $2 OR ${namedFor('member', '$2')})`,
  dimension: `SELECT s.owner_id AS about_user_id, s.id AS server_id, s.owner_id = $2 AS is_own, s.name AS title,
      owner.username, s.description AS text, s.created_at, ${NO_CONTEXT}, ${NO_IMAGE}, ${standingColumns('$2')}
    FROM servers s JOIN users owner ON owner.id = s.owner_id
    LEFT JOIN server_members m ON m.server_id = s.id AND m.user_id = $2
   WHERE s.id = $1`,
} as const satisfies Record<ReportKind, string>;

/** Returns what a member wants to report; undefined if it does not exist or the member may not see it. */
export async function findSubject(
  manager: EntityManager,
  readerId: string,
  kind: ReportKind,
  id: string,
): Promise<Subject | undefined> {
  const rows: SubjectRow[] = await manager.query(SUBJECTS[kind], [id, readerId]);
  const row = rows[0];
  if (!row || !may(standingOf(row), 'seeServer')) return undefined;
  const { title, username, before, after, nearby } = row;
  return {
    aboutUserId: row.about_user_id,
    serverId: row.server_id,
    isOwn: row.is_own,
    snapshot: {
      title,
      username,
      text: row.text ?? '',
      createdAt: row.created_at.toISOString(),
      channelName: row.channel_name || null,
      ...(row.files && { files: row.files }),
      before,
      after,
      ...(nearby && { nearby }),
    },
    imageUrl: row.image_url,
  };
}
