import { Injectable } from '@nestjs/common';
import {
  type AttachmentRef,
  type AttachmentView,
  type GameEvent,
  type LinkPreview,
  messageMentionsOf,
  type Quote,
  type ReactionView,
  type RemovedAuthor,
  type ThreadSummary,
} from '@oniverse/contracts';
import { attachmentsOf, joinExpiry, queryPrepared } from '@oniverse/data';
import { isErasedMemberError } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import {
  attachmentGone,
  authorColumns,
  type AuthorRow,
  type OptionalAuthorRow,
  readersRoomOf,
} from '../../shared/index.js';
import { enqueuedPreviews } from './previewed-messages.js';

export interface MessageRow extends OptionalAuthorRow {
  id: string;
  channel_id: string;
  user_id: string | null;
  seq: number;
  rev: number;
  content: string;
  nonce: string;
  /** Null if the message answers none. */
  reply_to: Quote | null;
  /** Without `isMine`; null if there are none. */
  reactions: ReactionView[] | null;
  /** Null if it starts no thread. */
  thread: ThreadSummary | null;
  /** Null if it is not pinned. */
  pinned_at: Date | null;
  /** Null if there are none. */
  attachments: AttachmentView[] | null;
  /** Null if there are none. */
  links: LinkPreview[] | null;
  /** What happened in the game of the thread; null for other messages. */
  event: GameEvent | null;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

export interface NewMessage {
  userId: string;
  content: string;
  /** The files that it claims. */
  attachments?: readonly AttachmentRef[];
  nonce: string;
  /** The `seq` of the message that it answers. */
  replyToSeq?: number | undefined;
  /** The newest revision of the author's draft that it replaces; undefined for any. */
  draftRev?: number | undefined;
  /** The request that sends it, as `carriedRequest` has it; undefined for none. */
  request?: string | undefined;
}

export interface NewChannelMessage extends NewMessage {
  channelId: string;
}

/** The result of storing a message. `row` is null if the author may not write in the channel. */
export interface AppendedMessage {
  /** False if the message was refused, or stored earlier under the same nonce. */
  created: boolean;
  row: MessageRow | null;
  /** Null for a conversation. */
  serverId: string | null;
  /** The members of a conversation who hear of the message; null for other channels. */
  audience: readonly string[] | null;
  /** The room of the members who read the channel or thread. */
  readersRoom: string;
  /** The channel of the thread that the message is in; null outside of threads. */
  parentId: string | null;
  mentioned: readonly string[];
  /** The revision with which the author's draft was deleted; null if there was none. */
  draftRev: number | null;
  /** How long slow mode lasts from a message in the channel or thread; null without slow mode. */
  slowModeSeconds: number | null;
}

/** What slow mode says of a member who may write in a channel. */
export interface SlowModeWait {
  /** How long members wait after a message. */
  seconds: number;
  /** How long this member still waits, in seconds. */
  left: number;
}

/** A result row of `store_messages`: the columns that the database chose. */
interface InsertedRow extends AuthorRow {
  server_id: string | null;
  /** Null if the channel does not exist. */
  readers_room: string | null;
  audience: string[] | null;
  parent_id: string | null;
  slow_mode_seconds: number | null;
  /** Null if no message of the batch mentions or answers anyone. */
  mentioned: string[] | null;
  draft_rev: number | null;
  attachments: AttachmentView[] | null;
  /** Null, like all following columns, if the message was not stored. */
  id: string | null;
  seq: number;
  rev: number;
  at: Date;
  reply_to: Quote | null;
}

/** A result row of `store_repeated_messages`: the message stored now or earlier under the same nonce. */
interface AppendedRow extends Omit<MessageRow, 'id' | 'event'> {
  id: string | null;
  created: boolean;
  server_id: string | null;
  readers_room: string;
  audience: string[] | null;
  parent_id: string | null;
  slow_mode_seconds: number | null;
  mentioned: string[] | null;
  draft_rev: number | null;
}

export interface ChannelHead {
  lastSeq: number;
  lastRev: number;
}

export interface ReadChannelHead extends ChannelHead {
  /** The `seq` of the first message that is stored. Those below expired. */
  firstSeq: number;
  /** The room of the members who read the channel. */
  readersRoom: string;
}

export interface ChangesAfter {
  head: ChannelHead;
  created: MessageRow[];
  /** Older messages that were revised: edited, deleted, reacted to or pinned, or with a changed thread or preview. In order of `rev`. */
  changed: MessageRow[];
  /** Removed authors in order of `rev`, without those whose ids are no longer retained. */
  removedAuthors: RemovedAuthor[];
}

/** SQL expression: when a message was deleted, or expired. */
const GONE_AT = 'coalesce(m.deleted_at, expiry.at)';
/**
 * Selects {@link MessageRow} from `messages m` with {@link MESSAGE_JOINS}. A message without reactions, thread, pin, files and previews
 * costs no lookup of them.
 */
export const MESSAGE_COLUMNS = `m.id, m.channel_id, m.user_id, m.seq, m.rev,
  CASE WHEN expiry.at IS NULL THEN m.content ELSE '' END AS content, m.nonce,
  quote_of_message(m.channel_id, m.reply_to_seq) AS reply_to,
  CASE WHEN m.reacted_at IS NOT NULL AND ${GONE_AT} IS NULL
       THEN reactions_of_message(m.channel_id, m.seq) END AS reactions,
  CASE WHEN m.reacted_at IS NOT NULL THEN thread_of_message(m.id) END AS thread,
  CASE WHEN m.reacted_at IS NOT NULL AND ${GONE_AT} IS NULL
       THEN (SELECT pin.created_at FROM pins pin WHERE pin.channel_id = m.channel_id AND pin.seq = m.seq) END AS pinned_at,
  CASE WHEN m.has_files AND ${GONE_AT} IS NULL THEN ${attachmentsOf('message', 'm.id')} END AS attachments,
  CASE WHEN m.reacted_at IS NOT NULL AND ${GONE_AT} IS NULL AND m.user_id IS NOT NULL
       THEN links_of_message(m.channel_id, m.seq) END AS links,
  m.event, m.created_at, m.updated_at, m.edited_at, ${GONE_AT} AS deleted_at, ${authorColumns('u')}`;
/** Joins what {@link MESSAGE_COLUMNS} selects to `messages m`. */
export const MESSAGE_JOINS = `LEFT JOIN users u ON u.id = m.user_id ${joinExpiry('m')}`;
export const FROM_MESSAGES = `FROM messages m ${MESSAGE_JOINS}`;
/** The condition of the index `messages_revised_idx`. */
const IS_REVISED = '(m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL OR m.reacted_at IS NOT NULL)';

/** The SQLSTATE that `store_messages` raises if a nonce of the batch was used before. */
const NONCE_REUSED = 'OV001';
/** Deletes the draft that was sent with each new message. Most messages have none, so that they cost no call of the function. */
const deletedDraft = (isNew: string, channelId: string): string =>
  `(SELECT delete_sent_draft(draft.user_id, draft.channel_id, ($8::bigint[])[stored.place])::float8 FROM drafts draft
     WHERE ${isNew} AND draft.user_id = ($2::uuid[])[stored.place] AND draft.channel_id = ${channelId}) AS draft_rev`;
/** The SQLSTATE that `claim_attachments` raises if one of them cannot be claimed. */
const CLAIM_REFUSED = 'OV002';
const hasFilesIn = (batch: readonly NewMessage[]): boolean =>
  batch.some(({ attachments = [] }) => attachments.length > 0);
/**
 * Claims the attachments of each new message: those at the places $9 of the batch. A batch without any pays nothing.
 * @param repeated an SQL expression for those of a message that was stored before
 */
const claimedAttachments = (
  hasFiles: boolean,
  { isNew, repeated }: { isNew: string; repeated: string },
): string =>
  hasFiles
    ? `CASE WHEN ${isNew} AND stored.place = ANY ($9::integer[])
            THEN claim_attachments(stored.id, ($2::uuid[])[stored.place],
                   ARRAY(SELECT file.id FROM unnest($9::integer[], $10::uuid[]) WITH ORDINALITY AS file (place, id, n)
                          WHERE file.place = stored.place ORDER BY file.n),
                   ARRAY(SELECT file.alt FROM unnest($9::integer[], $11::text[]) WITH ORDINALITY AS file (place, alt, n)
                          WHERE file.place = stored.place ORDER BY file.n))
            ELSE ${repeated} END AS attachments`
    : `${repeated} AS attachments`;
/** More messages than a client has of a channel. It bounds the search for what they quote. */
const MAX_COPY = 1_000;
/** SQL query: the members who hear of the messages of the conversation `channel`. */
const AUDIENCE = `SELECT own.user_id FROM conversation_members own
    WHERE own.channel_id = channel.id AND own.state IN ('joined', 'requested')`;
/** Joins the place of each stored message. LIMIT 1 forces a lookup by key. @param channelId an SQL expression */
const placeOf = (channelId: string): string => `LEFT JOIN LATERAL (
  SELECT channel.parent_id, coalesce(parent.slow_mode_seconds, channel.slow_mode_seconds) AS slow_mode_seconds,
         ${readersRoomOf('channel', 'parent')} AS readers_room,
         CASE WHEN channel.is_conversation AND channel.parent_id IS NULL THEN ARRAY(${AUDIENCE}) END AS audience
    FROM channels channel LEFT JOIN channels parent ON parent.id = channel.parent_id WHERE channel.id = ${channelId} LIMIT 1
) place_of ON true`;
/**
 * Says which request sends each message, for the outbox: {@link requestsOf}, the last of `values`. In the statement that stores
 * them, because another one would delay them, whose function depends on it, so that it comes first.
 * @param call the function, up to its first parameter
 */
const withRequests = (values: readonly unknown[], call: string, type: string): string =>
  `set_config('oniverse.request', $${values.length}, true) AS request
        CROSS JOIN LATERAL ${call}(CASE WHEN request IS NOT NULL THEN $1::${type} END`;
const requestsOf = (batch: readonly NewChannelMessage[]): string =>
  batch.map(({ channelId, request = '' }) => `${channelId}=${request}`).join(',');
const PLACE = 'place_of.parent_id, place_of.slow_mode_seconds, place_of.readers_room, place_of.audience';
const isSqlState = (error: unknown, state: string): boolean => Reflect.get(Object(error), 'code') === state;

@Injectable()
export class MessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores a batch under the locks of its channels, see the SQL function's migration.
   * @returns one entry per message, in order; undefined if the channel does not exist
   * @throws if a nonce was used before; nothing is stored then, and {@link append} handles such batches
   */
  async appendBatch(batch: readonly NewChannelMessage[]): Promise<(AppendedMessage | undefined)[]> {
    const values = [batch.map(({ channelId }) => channelId), ...columnsOf(batch)];
    const previews = enqueuedPreviews(batch, 'stored.id IS NOT NULL', values.length + 1);
    const all = [...values, ...previews.values, requestsOf(batch)];
    const hasFiles = hasFilesIn(batch);
    // Prepared, because planning takes over half as long as storing a single message.
    const rows = await queryPrepared<InsertedRow>(
      this.dataSource.manager,
      `store messages${hasFiles ? ' with files' : ''}${previews.column === '' ? '' : ' with links'}`,
      `SELECT stored.*, ${PLACE}, ${deletedDraft('stored.id IS NOT NULL', '($1::uuid[])[stored.place]')},
              ${claimedAttachments(hasFiles, { isNew: 'stored.id IS NOT NULL', repeated: 'NULL::jsonb' })}${previews.column}
         FROM ${withRequests(all, 'store_messages', 'uuid[]')}, $2, $3, $4, $5, $6, $7) stored ${placeOf('($1::uuid[])[stored.place]')}`,
      all,
    );
    return batch.map((message, index) => {
      const inserted = rows[index];
      if (!inserted || inserted.readers_room === null) return undefined;
      return {
        created: inserted.id !== null,
        row: inserted.id === null ? null : rowOf(message, { ...inserted, id: inserted.id }),
        serverId: inserted.server_id,
        audience: inserted.audience,
        readersRoom: inserted.readers_room,
        parentId: inserted.parent_id,
        mentioned: inserted.mentioned ?? [],
        draftRev: inserted.draft_rev,
        slowModeSeconds: inserted.slow_mode_seconds,
      };
    });
  }

  /** Like {@link appendBatch}, for one channel. A reused nonce returns the message that was stored under it. */
  async append(channelId: string, batch: readonly NewMessage[]): Promise<AppendedMessage[] | undefined> {
    for (;;) {
      try {
        return await this.tryAppend(channelId, batch);
      } catch (error) {
        if (isSqlState(error, CLAIM_REFUSED)) throw attachmentGone();
        // An author or a mentioned member was erased during the call. The next attempt skips that member.
        if (!isErasedMemberError(error)) throw error;
      }
    }
  }

  private async tryAppend(
    channelId: string,
    batch: readonly NewMessage[],
  ): Promise<AppendedMessage[] | undefined> {
    try {
      const appended = await this.appendBatch(batch.map((message) => ({ ...message, channelId })));
      const found = appended.filter((message) => message !== undefined);
      return found.length > 0 ? found : undefined;
    } catch (error) {
      if (!isSqlState(error, NONCE_REUSED)) throw error;
      return this.appendWithReusedNonces(
        channelId,
        batch.map((message) => ({ ...message, channelId })),
      );
    }
  }

  private async appendWithReusedNonces(
    channelId: string,
    batch: readonly NewChannelMessage[],
  ): Promise<AppendedMessage[] | undefined> {
    const values = [channelId, ...columnsOf(batch)];
    const previews = enqueuedPreviews(batch, 'stored.created', values.length + 1);
    const all = [...values, ...previews.values, requestsOf(batch)];
    const rows: AppendedRow[] = await this.dataSource.query(
      `/* store repeated messages */ SELECT stored.*, reactions_of_message(stored.channel_id, stored.seq) AS reactions, thread_of_message(stored.id) AS thread,
              (SELECT pin.created_at FROM pins pin WHERE pin.channel_id = $1 AND pin.seq = stored.seq) AS pinned_at,
              links_of_message(stored.channel_id, stored.seq) AS links, ${PLACE}, ${deletedDraft('stored.created', '$1')},
              ${claimedAttachments(hasFilesIn(batch), { isNew: 'stored.created', repeated: `CASE WHEN stored.deleted_at IS NULL THEN ${attachmentsOf('message', 'stored.id')} END` })}${previews.column}
         FROM ${withRequests(all, 'store_repeated_messages', 'uuid')}, $2, $3, $4, $5, $6, $7) stored ${placeOf('$1')}`,
      all,
    );
    if (rows.length === 0) return undefined;
    return rows.map((row) => ({
      created: row.created,
      row: row.id === null ? null : { ...row, id: row.id, event: null },
      serverId: row.server_id,
      audience: row.audience,
      readersRoom: row.readers_room,
      parentId: row.parent_id,
      mentioned: row.mentioned ?? [],
      draftRev: row.draft_rev,
      slowModeSeconds: row.slow_mode_seconds,
    }));
  }

  /** Returns how long slow mode keeps a member from writing in a channel or thread; undefined if it does not. */
  async findSlowModeWait(
    userId: string,
    channelId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<SlowModeWait | undefined> {
    const rows: SlowModeWait[] = await manager.query(
      `SELECT channel.slow_mode_seconds AS seconds, ceil(extract(epoch FROM slow.until - clock_timestamp()))::integer AS left
         FROM slow_mode_of($1, $2) slow JOIN channels channel ON channel.id = slow.channel_id
        WHERE slow.until > clock_timestamp()`,
      [channelId, userId],
    );
    return rows[0];
  }

  /** Returns whether a conversation that waits as a request takes no more messages; undefined for all other channels. */
  async findRequest(
    channelId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ isFull: boolean } | undefined> {
    const rows: { isFull: boolean }[] = await manager.query(
      `SELECT last_seq >= most_seq AS "isFull" FROM channels WHERE id = $1 AND most_seq IS NOT NULL`,
      [channelId],
    );
    return rows[0];
  }

  async listByIds(ids: readonly string[]): Promise<MessageRow[]> {
    return this.dataSource.query(`SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.id = ANY($1)`, [ids]);
  }

  /** Returns the latest messages, ascending. */
  async latest(channelId: string, limit: number): Promise<MessageRow[]> {
    return this.pageBefore(channelId, null, limit);
  }

  /** Returns the `limit` messages directly before a `seq` (null: the latest), ascending. */
  async pageBefore(channelId: string, before: number | null, limit: number): Promise<MessageRow[]> {
    const rows: MessageRow[] = await this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = $1 AND ($2::integer IS NULL OR m.seq < $2)
        ORDER BY m.seq DESC LIMIT $3`,
      [channelId, before, limit],
    );
    return rows.toReversed();
  }

  /** Returns the `limit` messages directly after a `seq`, ascending. */
  async pageAfter(channelId: string, after: number, limit: number): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3`,
      [channelId, after, limit],
    );
  }

  /**
   * Returns the messages between two `seq`, inclusive, and those that they quote, that were revised after a `rev`, in
   * order of `rev`; and with them, where the channel began then.
   */
  async changedBetween(
    channelId: string,
    from: number,
    to: number,
    rev: number,
    limit: number,
  ): Promise<{ firstSeq: number; changed: MessageRow[] }> {
    const rows: ((MessageRow | { id: null }) & { first_seq: number })[] = await this.dataSource.query(
      `SELECT head.first_seq, change.* FROM channels head
         LEFT JOIN LATERAL (
           SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES}
            WHERE m.channel_id = $1 AND m.rev > $4 AND ${IS_REVISED}
              AND (m.seq BETWEEN $2 AND $3 OR m.seq IN (
                SELECT reply.reply_to_seq FROM messages reply
                 WHERE reply.channel_id = $1 AND reply.seq BETWEEN $2 AND least($3, $2 + ${MAX_COPY}) AND reply.reply_to_seq < $2
              ))
            ORDER BY m.rev LIMIT $5
         ) change ON true
        WHERE head.id = $1 ORDER BY change.rev`,
      [channelId, from, to, rev, limit],
    );
    return { firstSeq: rows[0]?.first_seq ?? 1, changed: rows.filter((row) => row.id !== null) };
  }

  /**
   * Returns the changes of a channel after a position: new and revised messages, and removed authors. One
   * statement reads them, so that the head matches the rows. A row has the state of the message's last change.
   * @param max the limits of new and of changed messages; one row more means that there are more
   * @returns undefined if the channel does not exist
   */
  async changesAfter(
    channelId: string,
    after: ChannelHead,
    max: { messages: number; changes: number },
  ): Promise<ChangesAfter | undefined> {
    const rows: ((MessageRow | { id: null }) & {
      last_seq: number;
      last_rev: number;
      removed_authors: RemovedAuthor[] | null;
    })[] = await this.dataSource.query(
      `SELECT head.last_seq, head.last_rev, removal.removed_authors, change.* FROM channels head
          CROSS JOIN LATERAL (
             SELECT jsonb_agg(
                      jsonb_build_object('channelId', channel_id, 'userId', user_id, 'rev', rev) ORDER BY rev
                    ) AS removed_authors
               FROM author_removals WHERE channel_id = head.id AND rev > $3 AND user_id IS NOT NULL
           ) removal
           LEFT JOIN LATERAL (
             (SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = head.id AND m.seq > $2 ORDER BY m.seq LIMIT $4)
             UNION ALL
             (SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES}
               WHERE m.channel_id = head.id AND m.rev > $3 AND m.seq <= $2 AND ${IS_REVISED}
               ORDER BY m.rev LIMIT $5)
           ) change ON true
          WHERE head.id = $1`,
      [channelId, after.lastSeq, after.lastRev, max.messages + 1, max.changes + 1],
    );
    const first = rows[0];
    if (!first) return undefined;
    const messages = rows.filter((row) => row.id !== null);
    return {
      head: { lastSeq: first.last_seq, lastRev: first.last_rev },
      created: messages.filter(({ seq }) => seq > after.lastSeq),
      changed: messages.filter(({ seq }) => seq <= after.lastSeq),
      removedAuthors: first.removed_authors ?? [],
    };
  }

  /** Returns the heads of channels by id, without channels that do not exist. */
  async heads(channelIds: readonly string[]): Promise<Map<string, ReadChannelHead>> {
    const rows: (ReadChannelHead & { id: string })[] = await this.dataSource.query(
      `SELECT channel.id, ${readersRoomOf('channel', 'parent')} AS "readersRoom", channel.first_seq AS "firstSeq",
              channel.last_seq AS "lastSeq", channel.last_rev AS "lastRev"
         FROM channels channel LEFT JOIN channels parent ON parent.id = channel.parent_id
        WHERE channel.id = ANY($1) AND channel.detached_at IS NULL`,
      [channelIds],
    );
    return new Map(rows.map(({ id, ...head }) => [id, head]));
  }
}

function columnsOf(batch: readonly NewMessage[]): unknown[] {
  const mentions = batch.flatMap(({ content }, index) =>
    messageMentionsOf(content).map((name) => ({ position: index + 1, name })),
  );
  return [
    batch.map(({ userId }) => userId),
    batch.map(({ content }) => content),
    batch.map(({ nonce }) => nonce),
    batch.map(({ replyToSeq }) => replyToSeq ?? null),
    mentions.map(({ position }) => position),
    mentions.map(({ name }) => name),
    batch.map(({ draftRev }) => draftRev ?? null),
    ...fileColumnsOf(batch),
  ];
}

/** Returns $9 to $11; none for a batch without attachments, whose statement lacks these parameters. */
function fileColumnsOf(batch: readonly NewMessage[]): unknown[] {
  const files = batch.flatMap(({ attachments = [] }, index) =>
    attachments.map(({ id, alt = '' }) => ({ place: index + 1, id, alt })),
  );
  if (files.length === 0) return [];
  return [files.map(({ place }) => place), files.map(({ id }) => id), files.map(({ alt }) => alt)];
}

function rowOf(
  { channelId, userId, content, nonce }: NewChannelMessage,
  inserted: InsertedRow & { id: string },
): MessageRow {
  return {
    id: inserted.id,
    channel_id: channelId,
    user_id: userId,
    seq: inserted.seq,
    rev: inserted.rev,
    content,
    nonce,
    reply_to: inserted.reply_to,
    reactions: null,
    thread: null,
    pinned_at: null,
    attachments: inserted.attachments,
    links: null,
    event: null,
    created_at: inserted.at,
    updated_at: inserted.at,
    edited_at: null,
    deleted_at: null,
    username: inserted.username,
    display_name: inserted.display_name,
    profile_image_url: inserted.profile_image_url,
  };
}
