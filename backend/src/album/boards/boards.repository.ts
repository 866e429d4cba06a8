import { Injectable } from '@nestjs/common';
import { boardSchema, type BoardView, type RowOf } from '@oniverse/contracts';
import { columnsOf, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export type BoardRow = RowOf<BoardView>;

export type BoardText = Pick<BoardView, 'name' | 'description' | 'tags'>;

const COLUMNS = columnsOf(boardSchema.entries);

/** `AlbumTagsRepository` changes tags in bulk. */
@Injectable()
export class BoardsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns all boards of a member, hidden ones included, newest first. */
  async listByMember(userId: string): Promise<BoardRow[]> {
    return this.dataSource.query(`SELECT ${COLUMNS} FROM boards WHERE user_id = $1 ORDER BY id DESC`, [
      userId,
    ]);
  }

  /** Returns the boards on which a member shows pictures, newest first. */
  async listShown(userId: string): Promise<BoardRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM boards thing
        WHERE user_id = $1 AND ${VISIBLE.board}
          AND EXISTS (SELECT FROM images WHERE images.board_id = thing.id AND images.is_public)
        ORDER BY id DESC`,
      [userId],
    );
  }

  async find(manager: EntityManager, id: string): Promise<BoardRow | undefined> {
    const rows: BoardRow[] = await manager.query(`SELECT ${COLUMNS} FROM boards WHERE id = $1`, [id]);
    return rows[0];
  }

  async insert(
    manager: EntityManager,
    userId: string,
    { name, description, tags }: BoardText,
  ): Promise<BoardRow | undefined> {
    const rows: BoardRow[] = await manager.query(
      `INSERT INTO boards (user_id, name, description, tags) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [userId, name, description, tags],
    );
    return rows[0];
  }

  async update(
    manager: EntityManager,
    id: string,
    { name, description, tags }: BoardText,
  ): Promise<BoardRow | undefined> {
    const [rows]: [BoardRow[], number] = await manager.query(
      `UPDATE boards SET name = $2, description = $3, tags = $4, updated_at = now()
        WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, name, description, tags],
    );
    return rows[0];
  }

  async setVisibility(manager: EntityManager, id: string, isPublic: boolean): Promise<BoardRow | undefined> {
    const [rows]: [BoardRow[], number] = await manager.query(
      `UPDATE boards SET is_public = $2, updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, isPublic],
    );
    return rows[0];
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.query('DELETE FROM boards WHERE id = $1', [id]);
  }
}
