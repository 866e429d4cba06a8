import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import type { SentAs } from '../filters/held-messages.service.js';
import { MESSAGE_COLUMNS, MESSAGE_JOINS, type MessageRow } from './messages.repository.js';

export interface PinnedRow extends MessageRow {
  /** Sorts by the time of pinning. */
  pin_id: string;
}

type Position = Pick<MessageRow, 'channel_id' | 'seq'>;

/** Queries on pins. Callers of the writing methods have locked the message's channel. */
@Injectable()
export class MessagePinsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of a channel's pinned messages, last pinned first, plus one more row if there is a next page. */
  async listPage(
    channelId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<PinnedRow[]> {
    return this.dataSource.query(
      `SELECT ${MESSAGE_COLUMNS}, listed.id AS pin_id
         FROM pins listed JOIN messages m ON m.channel_id = listed.channel_id AND m.seq = listed.seq
         ${MESSAGE_JOINS}
        WHERE listed.channel_id = $1 AND ($2::uuid IS NULL OR listed.id < $2) AND m.deleted_at IS NULL AND expiry.at IS NULL
        ORDER BY listed.id DESC LIMIT $3`,
      [channelId, cursor ?? null, limit + 1],
    );
  }

  /** Returns the id of a stored message. */
  async findSent({ channelId, userId, nonce }: SentAs): Promise<string | undefined> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM messages WHERE channel_id = $1 AND user_id = $2 AND nonce = $3',
      [channelId, userId, nonce],
    );
    return rows[0]?.id;
  }

  async insert(manager: EntityManager, { channel_id: channelId, seq }: Position): Promise<void> {
    await manager.query('INSERT INTO pins (channel_id, seq) VALUES ($1, $2)', [channelId, seq]);
  }

  async delete(manager: EntityManager, { channel_id: channelId, seq }: Position): Promise<void> {
    await manager.query('DELETE FROM pins WHERE channel_id = $1 AND seq = $2', [channelId, seq]);
  }
}
