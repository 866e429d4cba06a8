import { Injectable } from '@nestjs/common';
import { mentionsOf } from '@oniverse/contracts';
import { isAboutErased } from '@oniverse/platform';
import { DataSource } from 'typeorm';

/** A message's row with its author's. */
export interface MessageRow {
  id: string;
  channel_id: string;
  user_id: string | null;
  seq: number;
  rev: number;
  content: string;
  nonce: string;
  created_at: Date;
  updated_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  username: string | null;
  display_name: string | null;
  profile_image_url: string | null;
}

/** A message that waits to be stored. */
export interface NewMessage {
  userId: string;
  content: string;
  nonce: string;
}

/** A message that waits to be stored in one of several channels. */
export interface PlacedMessage extends NewMessage {
  channelId: string;
}

/** What became of one: stored now, stored before under the same nonce, or refused (`row` is null). */
export interface AppendedMessage {
  created: boolean;
  row: MessageRow | null;
  serverId: string;
  /** The members whom it mentions. */
  mentioned: readonly string[];
}

/** What the database answers for each of a batch; the rest is as it was given. */
interface AddedRow {
  /** null where there is no such channel */
  server_id: string | null;
  /** null where nobody is mentioned in the batch */
  mentioned: string[] | null;
  /** null where it was not stored, with all that follows */
  id: string | null;
  seq: number;
  rev: number;
  at: Date;
  username: string;
  display_name: string | null;
  profile_image_url: string | null;
}

/** The same where nonces may have been used before. */
interface AppendedRow extends Omit<MessageRow, 'id'> {
  id: string | null;
  created: boolean;
  server_id: string;
  mentioned: string[] | null;
}

/** How far a channel has come. */
export interface ChannelHead {
  lastSeq: number;
  lastRev: number;
}

/** How far a channel has come, and where it is. */
export interface PlacedHead extends ChannelHead {
  serverId: string;
}

/** What changed in a channel after a place. */
export interface ChangesAfter {
  /** How far the channel had come when they were read. */
  head: ChannelHead;
  /** New messages, ascending by `seq`. */
  created: MessageRow[];
  /** Older ones that were edited or deleted, in the order of their changes. */
  changed: MessageRow[];
}

/** A message and its author, as `messages m` and `users u`. */
export const MESSAGE_COLUMNS = `m.id, m.channel_id, m.user_id, m.seq, m.rev, m.content, m.nonce, m.created_at, m.updated_at,
  m.edited_at, m.deleted_at, u.username, u.display_name, u.profile_image_url`;
export const FROM_MESSAGES = 'FROM messages m LEFT JOIN users u ON u.id = m.user_id';

/** What the database says where a nonce of a batch was used before. */
const REPEAT = 'OV001';
const isRepeat = (error: unknown): boolean => Reflect.get(Object(error), 'code') === REPEAT;

/** Every query on messages. */
@Injectable()
export class MessagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Stores a batch under its channels' locks, see the function's migration.
   * @returns one entry for each message, in their order; undefined where there is no such channel
   * @throws where a nonce was used before, with nothing stored: {@link append} looks which
   */
  async appendAll(batch: readonly PlacedMessage[]): Promise<(AppendedMessage | undefined)[]> {
    const rows: AddedRow[] = await this.dataSource.query(
      'SELECT * FROM append_messages($1, $2, $3, $4, $5, $6)',
      [batch.map(({ channelId }) => channelId), ...columnsOf(batch)],
    );
    return batch.map((message, index) => {
      const added = rows[index];
      if (!added || added.server_id === null) return undefined;
      return {
        created: added.id !== null,
        row: added.id === null ? null : rowOf(message, { ...added, id: added.id }),
        serverId: added.server_id,
        mentioned: added.mentioned ?? [],
      };
    });
  }

  /**
   * Stores a batch of one channel; a nonce that was used before answers the message that it was used for.
   * @returns one entry for each message, in their order; undefined where there is no such channel
   */
  async append(channelId: string, batch: readonly NewMessage[]): Promise<AppendedMessage[] | undefined> {
    for (;;) {
      try {
        return await this.appendNow(channelId, batch);
      } catch (error) {
        // Who wrote one of them, or is named in one, was erased meanwhile: now they are found to be gone.
        if (!isAboutErased(error)) throw error;
      }
    }
  }

  private async appendNow(
    channelId: string,
    batch: readonly NewMessage[],
  ): Promise<AppendedMessage[] | undefined> {
    try {
      const appended = await this.appendAll(batch.map((message) => ({ ...message, channelId })));
      const found = appended.filter((one) => one !== undefined);
      return found.length > 0 ? found : undefined;
    } catch (error) {
      if (!isRepeat(error)) throw error;
      return this.appendRepeated(channelId, batch);
    }
  }

  private async appendRepeated(
    channelId: string,
    batch: readonly NewMessage[],
  ): Promise<AppendedMessage[] | undefined> {
    const rows: AppendedRow[] = await this.dataSource.query(
      'SELECT * FROM append_repeated_messages($1, $2, $3, $4, $5, $6)',
      [channelId, ...columnsOf(batch)],
    );
    if (rows.length === 0) return undefined;
    return rows.map((row) => ({
      created: row.created,
      row: row.id === null ? null : { ...row, id: row.id },
      serverId: row.server_id,
      mentioned: row.mentioned ?? [],
    }));
  }

  /** The newest, ascending. */
  async latest(channelId: string, limit: number): Promise<MessageRow[]> {
    return this.pageBefore(channelId, null, limit);
  }

  /** Those before a `seq` (null: the newest), nearest to it, ascending. */
  async pageBefore(channelId: string, before: number | null, limit: number): Promise<MessageRow[]> {
    const rows: MessageRow[] = await this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = $1 AND ($2::integer IS NULL OR m.seq < $2)
        ORDER BY m.seq DESC LIMIT $3`,
      [channelId, before, limit],
    );
    return rows.toReversed();
  }

  /** Those after a `seq`, nearest to it, ascending. */
  async pageAfter(channelId: string, after: number, limit: number): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3`,
      [channelId, after, limit],
    );
  }

  /** Those between two `seq` that were edited or deleted after a `rev`, in the order of their changes. */
  async changedBetween(
    channelId: string,
    from: number,
    to: number,
    rev: number,
    limit: number,
  ): Promise<MessageRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES}
        WHERE m.channel_id = $1 AND m.rev > $4 AND m.seq BETWEEN $2 AND $3
          AND (m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL)
        ORDER BY m.rev LIMIT $5`,
      [channelId, from, to, rev, limit],
    );
  }

  /**
   * What was said, edited or deleted in a channel after a place, read in one statement, so that the head belongs to
   * the rows. A row has the state of the message's last change.
   * @param max of each of the two sorts at most so many, and one more where there are more
   * @returns undefined where there is no such channel
   */
  async changesAfter(
    channelId: string,
    after: ChannelHead,
    max: { messages: number; changes: number },
  ): Promise<ChangesAfter | undefined> {
    const rows: ((MessageRow | { id: null }) & { last_seq: number; last_rev: number })[] =
      await this.dataSource.query(
        `SELECT head.last_seq, head.last_rev, change.* FROM channels head
           LEFT JOIN LATERAL (
             (SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES} WHERE m.channel_id = head.id AND m.seq > $2 ORDER BY m.seq LIMIT $4)
             UNION ALL
             (SELECT ${MESSAGE_COLUMNS} ${FROM_MESSAGES}
               WHERE m.channel_id = head.id AND m.rev > $3 AND m.seq <= $2
                 AND (m.edited_at IS NOT NULL OR m.deleted_at IS NOT NULL)
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
    };
  }

  /** How far channels have come; those that are gone are left out. */
  async heads(channelIds: readonly string[]): Promise<Map<string, PlacedHead>> {
    const rows: { id: string; server_id: string; last_seq: number; last_rev: number }[] =
      await this.dataSource.query(
        'SELECT id, server_id, last_seq, last_rev FROM channels WHERE id = ANY($1)',
        [channelIds],
      );
    return new Map(
      rows.map((row) => [row.id, { serverId: row.server_id, lastSeq: row.last_seq, lastRev: row.last_rev }]),
    );
  }
}

/** A batch as the database's functions take it: who says what by which nonce, and at which places who is named. */
function columnsOf(batch: readonly NewMessage[]): unknown[] {
  const mentions = batch.flatMap(({ content }, index) =>
    mentionsOf(content).map((name) => ({ place: index + 1, name })),
  );
  return [
    batch.map(({ userId }) => userId),
    batch.map(({ content }) => content),
    batch.map(({ nonce }) => nonce),
    mentions.map(({ place }) => place),
    mentions.map(({ name }) => name),
  ];
}

/** The row of a message that was stored just now. */
function rowOf(
  { channelId, userId, content, nonce }: PlacedMessage,
  added: AddedRow & { id: string },
): MessageRow {
  return {
    id: added.id,
    channel_id: channelId,
    user_id: userId,
    seq: added.seq,
    rev: added.rev,
    content,
    nonce,
    created_at: added.at,
    updated_at: added.at,
    edited_at: null,
    deleted_at: null,
    username: added.username,
    display_name: added.display_name,
    profile_image_url: added.profile_image_url,
  };
}
