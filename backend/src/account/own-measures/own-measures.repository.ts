import { Injectable } from '@nestjs/common';
import { suspensionOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { MEASURE_COLUMNS, type MeasureRow } from './measures.view.js';

@Injectable()
export class OwnMeasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of the measures against a member, newest first, plus one more row if there is a next page. */
  async listPage(userId: string, { limit, cursor }: PageQueryDto): Promise<MeasureRow[]> {
    return this.dataSource.query(
      `SELECT ${MEASURE_COLUMNS} FROM measures WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  async findSuspension(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<MeasureRow | undefined> {
    const rows: MeasureRow[] = await manager.query(suspensionOf(MEASURE_COLUMNS), [userId]);
    return rows[0];
  }

  async saveAppeal(manager: EntityManager, id: string, appeal: string): Promise<void> {
    await manager.query('UPDATE measures SET appeal = $2, appealed_at = now() WHERE id = $1', [id, appeal]);
  }
}
