import { Injectable } from '@nestjs/common';
import { type Measure, suspensionOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';

/** Without the names of the staff. */
export type OwnMeasureRow = Pick<
  Measure,
  | 'id'
  | 'kind'
  | 'rule'
  | 'reason'
  | 'until'
  | 'subjectKind'
  | 'subjectTitle'
  | 'createdAt'
  | 'endedAt'
  | 'appeal'
  | 'appealedAt'
  | 'decision'
  | 'decisionReason'
  | 'decidedAt'
>;

const COLUMNS = `id, kind, rule, reason, until, subject_kind AS "subjectKind", subject_title AS "subjectTitle",
  created_at AS "createdAt", ended_at AS "endedAt", appeal, appealed_at AS "appealedAt", decision,
  decision_reason AS "decisionReason", decided_at AS "decidedAt"`;

@Injectable()
export class OwnMeasuresRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of the measures against a member, newest first, plus one more row if there is a next page. */
  async listPage(userId: string, { limit, cursor }: PageQueryDto): Promise<OwnMeasureRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS} FROM measures WHERE user_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
      [userId, cursor ?? null, limit + 1],
    );
  }

  async findSuspension(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<OwnMeasureRow | undefined> {
    const rows: OwnMeasureRow[] = await manager.query(suspensionOf(COLUMNS), [userId]);
    return rows[0];
  }

  async saveAppeal(manager: EntityManager, id: string, appeal: string): Promise<void> {
    await manager.query('UPDATE measures SET appeal = $2, appealed_at = now() WHERE id = $1', [id, appeal]);
  }
}
