import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthorRow, memberSeenBy } from '../../shared/index.js';

export interface ReactorRow extends AuthorRow {
  /** Sorts by time. */
  id: string;
  user_id: string;
}

export interface OwnedReaction {
  userId: string;
  emoji: string;
}

export interface MessageReader {
  userId: string;
  channelId: string;
  seq: number;
}

/** Queries on reactions. Callers of the writing methods have locked the message's channel. */
@Injectable()
export class MessageReactionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of the members that a reader sees, oldest reaction first, plus one more row if there is a next page. */
  async listReactors(
    { readerId, serverId, messageId }: { readerId: string; serverId: string | null; messageId: string },
    emoji: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<ReactorRow[]> {
    return this.dataSource.query(
      `SELECT reaction.id, reaction.user_id, ${authorColumns('member')}
         FROM messages message
        CROSS JOIN LATERAL (
          SELECT * FROM message_reactions every
           WHERE every.channel_id = message.channel_id AND every.seq = message.seq AND every.emoji = $2
             AND ($3::uuid IS NULL OR every.id > $3) AND ${memberSeenBy('every.user_id', '$5', '$6')}
           ORDER BY every.id LIMIT $4) reaction
         JOIN users member ON member.id = reaction.user_id
        WHERE message.id = $1
        ORDER BY reaction.id`,
      [messageId, emoji, cursor ?? null, limit + 1, serverId, readerId],
    );
  }

  /** Returns the emojis that each reader reacted with to a message. */
  async listOwn(readers: readonly MessageReader[], manager = this.dataSource.manager): Promise<string[][]> {
    const rows: { place: number; emoji: string }[] = await manager.query(
      `SELECT reader.place::integer, reaction.emoji
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) WITH ORDINALITY AS reader (user_id, channel_id, seq, place)
         JOIN message_reactions reaction USING (user_id, channel_id, seq)`,
      [
        readers.map(({ userId }) => userId),
        readers.map(({ channelId }) => channelId),
        readers.map(({ seq }) => seq),
      ],
    );
    const emojis = readers.map((): string[] => []);
    for (const { place, emoji } of rows) emojis[place - 1]?.push(emoji);
    return emojis;
  }

  /** Adds reactions, each once. @returns the members of those that did not exist */
  async add(
    manager: EntityManager,
    messageId: string,
    reactions: readonly OwnedReaction[],
  ): Promise<string[]> {
    if (reactions.length === 0) return [];
    const rows: { user_id: string }[] = await manager.query(
      `WITH given AS MATERIALIZED (
         SELECT message.channel_id, message.seq, reaction.*, uuidv7() AS id
           FROM messages message
          CROSS JOIN unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS reaction (user_id, emoji, place)
          WHERE message.id = $1
       )
       INSERT INTO message_reactions (user_id, channel_id, seq, emoji, id, first_id)
       SELECT user_id, channel_id, seq, emoji, id, coalesce(
                (SELECT known.first_id FROM message_reactions known
                  WHERE known.channel_id = given.channel_id AND known.seq = given.seq AND known.emoji = given.emoji LIMIT 1),
                first_value(id) OVER (PARTITION BY emoji ORDER BY place))
         FROM given
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [messageId, ...columnsOf(reactions)],
    );
    return rows.map(({ user_id: userId }) => userId);
  }

  /** Removes reactions. @returns the members of those that existed */
  async remove(
    manager: EntityManager,
    messageId: string,
    reactions: readonly OwnedReaction[],
  ): Promise<string[]> {
    if (reactions.length === 0) return [];
    const [rows]: [{ user_id: string }[], number] = await manager.query(
      `DELETE FROM message_reactions reaction
        USING messages message, unnest($2::uuid[], $3::text[]) AS given (user_id, emoji)
        WHERE message.id = $1 AND reaction.channel_id = message.channel_id AND reaction.seq = message.seq
          AND reaction.user_id = given.user_id AND reaction.emoji = given.emoji
        RETURNING reaction.user_id`,
      [messageId, ...columnsOf(reactions)],
    );
    return rows.map(({ user_id: userId }) => userId);
  }
}

const columnsOf = (reactions: readonly OwnedReaction[]): [string[], string[]] => [
  reactions.map(({ userId }) => userId),
  reactions.map(({ emoji }) => emoji),
];
