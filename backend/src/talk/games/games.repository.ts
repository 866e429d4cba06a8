import { Injectable } from '@nestjs/common';
import {
  GAME_LIMITS,
  type GameRecord,
  type GameView,
  type ListedGame,
  type OfferGameBody,
  type StoredGameEvent,
} from '@oniverse/contracts';
import { listedForVisitors, listPauses, opensToVisitors, readableBy, unblocked } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { isoTime } from '../../shared/index.js';

export interface GamesPage {
  limit: number;
  cursor?: string;
  channel?: string;
  member?: string;
  status?: GameView['status'];
}

/** A row of a list: a cursor is the `id`. */
export interface GameRow {
  id: string;
  game: GameView;
  place: ListedGame['place'];
}

interface RowForAll extends GameRow {
  unnamed: readonly string[];
}

/** What a game is offered with. */
export type NewGame = Pick<
  OfferGameBody,
  'kind' | 'size' | 'scoring' | 'story' | 'position' | 'bankSeconds' | 'moveSeconds' | 'invitedId'
> & {
  /** Who offers it, and their seat. */
  userId: string;
  seat: number;
};

/** Selects {@link GameRow} from `games game` with {@link JOINS}. */
const COLUMNS = `game.channel_id AS id, game_of_thread(game.channel_id) AS game, jsonb_build_object(
    'serverId', thread.parent_server_id, 'isPublic', coalesce(place.is_public, false), 'parentId', game.parent_id,
    'parentName', parent.name, 'seq', offer.seq) AS place`;
const JOINS = `JOIN channels thread ON thread.id = game.channel_id JOIN channels parent ON parent.id = game.parent_id
  JOIN messages offer ON offer.id = thread.parent_message_id LEFT JOIN servers place ON place.id = thread.parent_server_id`;
/** SQL condition: whether visitors may read the game. */
const OPEN_TO_VISITORS = `(game.is_open_to_visitors AND ${opensToVisitors('place')} AND NOT parent.is_private)`;

/** SQL expression: the players whose names visitors do not learn. */
const UNNAMED = `ARRAY(SELECT player.user_id FROM game_players player JOIN users member ON member.id = player.user_id
    WHERE player.game_id = game.channel_id AND NOT ${listedForVisitors('member')})`;

@Injectable()
export class GamesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds a game to a thread whose parent is locked. Does nothing if it has one. */
  async insert(manager: EntityManager, threadId: string, game: NewGame): Promise<void> {
    const { kind, size, scoring, story, position, bankSeconds, moveSeconds, invitedId, userId, seat } = game;
    const rows: unknown[] = await manager.query(
      `INSERT INTO games (channel_id, parent_id, number, kind, size, scoring, story, bank_seconds, move_seconds, invited_id, position)
       SELECT thread.id, thread.parent_id, coalesce((SELECT max(number) FROM games WHERE parent_id = thread.parent_id), 0) + 1,
              $2, $3, $4, $5, $6, $7, $8, $9
         FROM channels thread WHERE thread.id = $1
       ON CONFLICT (channel_id) DO NOTHING RETURNING channel_id`,
      [
        threadId,
        kind,
        size ?? null,
        scoring ?? null,
        story ?? null,
        bankSeconds,
        moveSeconds,
        invitedId ?? null,
        position ?? null,
      ],
    );
    if (rows.length === 0) return;
    await this.takeSeat(manager, threadId, seat, userId);
  }

  async takeSeat(manager: EntityManager, gameId: string, seat: number, userId: string): Promise<void> {
    await manager.query('INSERT INTO game_players (game_id, seat, user_id) VALUES ($1, $2, $3)', [
      gameId,
      seat,
      userId,
    ]);
  }

  /** Replaces the players of a game that has not started: by seat, from 0. */
  async reseat(manager: EntityManager, gameId: string, userIds: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM game_players WHERE game_id = $1', [gameId]);
    await manager.query(
      `INSERT INTO game_players (game_id, seat, user_id)
       SELECT $1, given.place - 1, given.user_id FROM unnest($2::uuid[]) WITH ORDINALITY AS given (user_id, place)`,
      [gameId, userIds],
    );
  }

  /** Ends a game without an outcome: it was withdrawn. */
  async withdraw(manager: EntityManager, gameId: string): Promise<void> {
    await manager.query(`UPDATE games SET status = 'over', ended_at = now() WHERE channel_id = $1`, [gameId]);
  }

  async setOpenToVisitors(manager: EntityManager, gameId: string, isOpen: boolean): Promise<void> {
    await manager.query('UPDATE games SET is_open_to_visitors = $2 WHERE channel_id = $1', [gameId, isOpen]);
  }

  /** Returns whether a game is in a channel that visitors of its dimension may read. */
  async isInPublicChannel(gameId: string, manager = this.dataSource.manager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM channels thread JOIN channels parent ON parent.id = thread.parent_id JOIN servers place ON place.id = thread.parent_server_id
        WHERE thread.id = $1 AND NOT parent.is_private AND ${opensToVisitors('place')}`,
      [gameId],
    );
    return rows.length > 0;
  }

  /** Lets the message that offers a game show its change: see `announce_thread`. */
  async markStale(manager: EntityManager, gameId: string): Promise<void> {
    await manager.query('INSERT INTO stale_threads (channel_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      gameId,
    ]);
  }

  /** Returns the id of a message that was stored before. */
  async findSent(
    manager: EntityManager,
    sent: { channelId: string; userId: string; nonce: string },
  ): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      'SELECT id FROM messages WHERE channel_id = $1 AND user_id = $2 AND nonce = $3',
      [sent.channelId, sent.userId, sent.nonce],
    );
    return rows[0]?.id;
  }

  /** Returns whether a member may play with all of some others: they may write in the channel, and no block is between them. */
  async mayPlay(
    manager: EntityManager,
    channelId: string,
    userId: string,
    others: readonly string[],
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM channel_writer($1, $2) writer
        WHERE NOT EXISTS (SELECT FROM unnest($3::uuid[]) AS other (id) WHERE NOT ${unblocked('other.id', 'writer.user_id')})`,
      [channelId, userId, others],
    );
    return rows.length > 0;
  }

  /** Returns a game that the viewer may read. @param viewerId null for a visitor */
  async find(viewerId: string | null, gameId: string): Promise<GameRow | undefined> {
    const condition =
      viewerId === null
        ? OPEN_TO_VISITORS
        : `(${readableBy('game.channel_id', '$2')} OR ${OPEN_TO_VISITORS})`;
    const rows: RowForAll[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, ${UNNAMED} AS unnamed FROM games game ${JOINS} WHERE game.channel_id = $1 AND ${condition}`,
      [gameId, ...(viewerId === null ? [] : [viewerId])],
    );
    const [row] = rows;
    return row && (viewerId === null ? forVisitors(row) : row);
  }

  /** Returns the newest games that are open to visitors and going on, as visitors see them. */
  async listOpen(): Promise<GameRow[]> {
    const rows: RowForAll[] = await this.dataSource.query(
      `SELECT ${COLUMNS}, ${UNNAMED} AS unnamed FROM games game ${JOINS}
        WHERE game.status = 'active' AND ${OPEN_TO_VISITORS} ORDER BY game.channel_id DESC LIMIT ${GAME_LIMITS.openListed}`,
    );
    return rows.map(forVisitors);
  }

  async listEvents(gameId: string): Promise<StoredGameEvent[]> {
    return this.dataSource.query(
      `SELECT seq, event, ${isoTime('created_at')} AS at FROM messages WHERE channel_id = $1 AND event IS NOT NULL ORDER BY seq`,
      [gameId],
    );
  }

  /** Returns when the site was, is or will be read only since a game was offered. */
  async listPauses({ createdAt }: Pick<GameView, 'createdAt'>): Promise<GameRecord['pauses']> {
    const pauses = await listPauses(this.dataSource, new Date(createdAt));
    return pauses.map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: to === Infinity ? null : new Date(to).toISOString(),
    }));
  }

  /** Returns a page of games that the reader may read, newest first, plus one more row if there is a next page. */
  async listPage(
    readerId: string,
    { limit, cursor, channel, member, status }: GamesPage,
  ): Promise<GameRow[]> {
    const [from, where] =
      channel === undefined
        ? [
            'game_players own JOIN games game ON game.channel_id = own.game_id',
            `own.user_id = $2 AND ${readableBy('game.channel_id', '$1')}`,
          ]
        : ['games game', `game.parent_id = $2 AND ${readableBy('game.parent_id', '$1')}`];
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM ${from} ${JOINS}
        WHERE ${where} AND ($3::uuid IS NULL OR game.channel_id < $3) AND ($4::text IS NULL OR game.status = $4)
        ORDER BY game.channel_id DESC LIMIT $5`,
      [readerId, channel ?? member ?? readerId, cursor ?? null, status ?? null, limit + 1],
    );
  }
}

/** Returns a row as visitors see it: without the names of members who did not choose to be visible to them. */
function forVisitors({ game, place, id, unnamed }: RowForAll): GameRow {
  return {
    id,
    place,
    game: {
      ...game,
      starterId: null,
      invitedId: null,
      players: game.players.map((player) =>
        player.userId === null || unnamed.includes(player.userId)
          ? { ...player, userId: null, author: null }
          : player,
      ),
    },
  };
}
