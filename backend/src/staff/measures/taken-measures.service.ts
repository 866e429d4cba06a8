import { Injectable } from '@nestjs/common';
import type { TakenMeasure } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { MEASURE_COLUMNS, type MeasureRow, measureView } from '../../account/index.js';
import { optionalAuthorColumns, type PrefixedAuthorRow, prefixedAuthorView } from '../../shared/index.js';

type TakenMeasureRow = MeasureRow & PrefixedAuthorRow<'taker'>;

/** What staff did against members, for the staff. */
@Injectable()
export class TakenMeasures {
  /** Returns the measures that decided a case, newest first. */
  async listOfCase(manager: EntityManager, caseId: string): Promise<TakenMeasure[]> {
    return this.list(manager, 'case_id', caseId);
  }

  /** Returns the newest measures against a member. */
  async listOfMember(manager: EntityManager, userId: string, limit: number): Promise<TakenMeasure[]> {
    return this.list(manager, 'user_id', userId, limit);
  }

  private async list(
    manager: EntityManager,
    column: 'case_id' | 'user_id',
    id: string,
    limit: number | null = null,
  ): Promise<TakenMeasure[]> {
    const rows: TakenMeasureRow[] = await manager.query(
      `SELECT ${MEASURE_COLUMNS}, ${optionalAuthorColumns('taker')}
         FROM measures LEFT JOIN users taker ON taker.id = measures.taken_by
        WHERE measures.${column} = $1 ORDER BY measures.id DESC LIMIT $2`,
      [id, limit],
    );
    return rows.map((row) => ({ ...measureView(row), takenBy: prefixedAuthorView(row, 'taker') }));
  }
}
