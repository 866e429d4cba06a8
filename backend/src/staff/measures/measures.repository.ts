import type { MeasureKind, ReportKind, ReportReason, StaffRole } from '@oniverse/contracts';
import { closeMeasure, type EndedMeasure } from '@oniverse/data';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a measure hides. */
export interface HiddenSubject {
  kind: ReportKind;
  id: string;
  title: string | null;
}

export interface NewMeasure {
  userId: string;
  kind: MeasureKind;
  /** The broken rule. */
  rule: ReportReason;
  /** The member reads it. */
  reason: string;
  /** Of a suspension; without it, the suspension has no end. */
  until?: Date | null;
  caseId?: string | null;
  subject?: HiddenSubject | null;
  /** Whether the subject was public before, unless it is the profile. */
  wasPublic?: boolean;
}

/** Every query runs in the transaction of its caller. */
@Injectable()
export class MeasuresRepository {
  /** Locks the row of a member. @returns the role; undefined if the member does not exist */
  async lockMember(manager: EntityManager, id: string): Promise<{ staffRole: StaffRole | null } | undefined> {
    const rows: { staffRole: StaffRole | null }[] = await manager.query(
      'SELECT staff_role AS "staffRole" FROM users WHERE id = $1 FOR NO KEY UPDATE',
      [id],
    );
    return rows[0];
  }

  async findStaffRole(manager: EntityManager, id: string): Promise<StaffRole | null> {
    const rows: { staff_role: StaffRole | null }[] = await manager.query(
      'SELECT staff_role FROM users WHERE id = $1',
      [id],
    );
    return rows[0]?.staff_role ?? null;
  }

  async insert(manager: EntityManager, takenBy: string, measure: NewMeasure): Promise<string> {
    const { userId, kind, rule, reason, until, caseId, subject, wasPublic } = measure;
    const rows: { id: string }[] = await manager.query(
      `INSERT INTO measures (user_id, kind, rule, reason, until, case_id, subject_kind, subject_id, subject_title,
                             was_public, taken_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
      [
        userId,
        kind,
        rule,
        reason,
        until ?? null,
        caseId ?? null,
        subject?.kind ?? null,
        subject?.id ?? null,
        subject?.title ?? null,
        wasPublic ?? false,
        takenBy,
      ],
    );
    return rows[0]?.id ?? '';
  }

  /** Returns the member of a measure; undefined if the measure does not exist. */
  async findMember(manager: EntityManager, id: string): Promise<string | undefined> {
    const rows: { user_id: string }[] = await manager.query('SELECT user_id FROM measures WHERE id = $1', [
      id,
    ]);
    return rows[0]?.user_id;
  }

  /** Returns a suspension that has not ended, also one whose time is over. */
  async findSuspension(manager: EntityManager, userId: string): Promise<string | undefined> {
    const rows: { id: string }[] = await manager.query(
      `SELECT id FROM measures WHERE user_id = $1 AND kind = 'suspended' AND ended_at IS NULL`,
      [userId],
    );
    return rows[0]?.id;
  }

  /** Ends a suspension for another one, which hides the profile in its place. */
  async replace(manager: EntityManager, id: string, endedBy: string): Promise<void> {
    await manager.query('UPDATE measures SET ended_at = now(), ended_by = $2 WHERE id = $1', [id, endedBy]);
  }

  async close(manager: EntityManager, id: string, endedBy: string): Promise<EndedMeasure | undefined> {
    return closeMeasure(manager, id, endedBy);
  }

  /** Ends the upload addresses of a member. An upload that has begun arrives, and nothing can use it. */
  async closeUploads(manager: EntityManager, userId: string): Promise<void> {
    await manager.query(
      `UPDATE objects SET upload_expires_at = now()
        WHERE user_id = $1 AND state = 'awaited' AND upload_expires_at > now()`,
      [userId],
    );
  }
}
