import type { AppealDecision, AppealState, StaffRole } from '@oniverse/contracts';
import { isSuspended, type Measure } from '@oniverse/data';
import { Injectable } from '@nestjs/common';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type AuthorRow,
  authorColumns,
  optionalAuthorColumns,
  type PrefixedAuthorRow,
} from '../../shared/index.js';

export interface AppealRow
  extends
    Pick<
      Measure,
      | 'id'
      | 'rule'
      | 'reason'
      | 'until'
      | 'createdAt'
      | 'endedAt'
      | 'takenBy'
      | 'decision'
      | 'decisionReason'
      | 'decidedAt'
    >,
    AuthorRow,
    PrefixedAuthorRow<'taker'>,
    PrefixedAuthorRow<'decider'> {
  appeal: string;
  appealedAt: Date;
  /** The role of the member among the staff. */
  memberRole: StaffRole | null;
}

const STATE_CONDITIONS = {
  open: 'appealed_at IS NOT NULL AND decided_at IS NULL AND ended_at IS NULL',
  closed: 'appealed_at IS NOT NULL AND (decided_at IS NOT NULL OR ended_at IS NOT NULL)',
} as const satisfies Record<AppealState, string>;

const select = (appeals: string): string =>
  `SELECT measure.id, measure.rule, measure.reason, measure.until, measure.created_at AS "createdAt",
          measure.ended_at AS "endedAt", measure.taken_by AS "takenBy", measure.appeal,
          measure.appealed_at AS "appealedAt", measure.decision, measure.decision_reason AS "decisionReason",
          measure.decided_at AS "decidedAt", member.staff_role AS "memberRole", ${authorColumns('member')},
          ${optionalAuthorColumns('taker')}, ${optionalAuthorColumns('decider')}
     FROM (SELECT * FROM measures WHERE ${appeals}) measure JOIN users member ON member.id = measure.user_id
     LEFT JOIN users taker ON taker.id = measure.taken_by LEFT JOIN users decider ON decider.id = measure.decided_by
    ORDER BY measure.id DESC`;

@Injectable()
export class AppealsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of appeals, newest suspension first, plus one more row if there is a next page. */
  async listPage(
    state: AppealState,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<AppealRow[]> {
    const page = `${STATE_CONDITIONS[state]} AND ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`;
    return this.dataSource.query(select(page), [cursor ?? null, limit + 1]);
  }

  async find(id: string, manager: EntityManager = this.dataSource.manager): Promise<AppealRow | undefined> {
    const rows: AppealRow[] = await manager.query(select('id = $1 AND appealed_at IS NOT NULL'), [id]);
    return rows[0];
  }

  /** Returns the roles of the staff except one of them and those who are suspended. */
  async listOtherRoles(
    userId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<StaffRole[]> {
    const rows: { staff_role: StaffRole }[] = await manager.query(
      `SELECT staff_role FROM users WHERE staff_role IS NOT NULL AND id <> $1 AND NOT ${isSuspended('users.id')}`,
      [userId],
    );
    return rows.map(({ staff_role: role }) => role);
  }

  /** @returns false unless the appeal is open */
  async saveDecision(
    manager: EntityManager,
    id: string,
    by: string,
    { decision, reason }: { decision: AppealDecision; reason: string },
  ): Promise<boolean> {
    const [, decided]: [unknown, number] = await manager.query(
      `UPDATE measures SET decision = $3, decision_reason = $4, decided_by = $2, decided_at = now()
        WHERE id = $1 AND ${STATE_CONDITIONS.open}`,
      [id, by, decision, reason],
    );
    return decided > 0;
  }
}
