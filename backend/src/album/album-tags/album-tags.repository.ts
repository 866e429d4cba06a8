import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

export interface RetaggedRow {
  before: string[];
  after: string[];
  is_public: boolean;
}

const ALBUM_TABLES = ['images', 'boards'] as const;

@Injectable()
export class AlbumTagsRepository {
  /** If a row already has the new name, the old one is removed and the new one keeps its position. */
  async rename(manager: EntityManager, userId: string, from: string, to: string): Promise<RetaggedRow[]> {
    return this.retag(
      manager,
      'CASE WHEN $3 = ANY(tags) THEN array_remove(tags, $2) ELSE array_replace(tags, $2, $3) END',
      [userId, from, to],
    );
  }

  async remove(manager: EntityManager, userId: string, name: string): Promise<RetaggedRow[]> {
    return this.retag(manager, 'array_remove(tags, $2)', [userId, name]);
  }

  /** @param parameters the member's id, the tag to find, and the parameters of `newTags` */
  private async retag(
    manager: EntityManager,
    newTags: string,
    parameters: readonly string[],
  ): Promise<RetaggedRow[]> {
    const changed: RetaggedRow[] = [];
    for (const table of ALBUM_TABLES) {
      const [rows]: [RetaggedRow[], number] = await manager.query(
        `UPDATE ${table} SET tags = ${newTags}, updated_at = now()
          WHERE user_id = $1 AND $2 = ANY(tags)
          RETURNING old.tags AS before, new.tags AS after, is_public`,
        [...parameters],
      );
      changed.push(...rows);
    }
    return changed;
  }
}
