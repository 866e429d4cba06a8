import { Injectable } from '@nestjs/common';
import { type CallAccess, isAtLeast, STAFF_MESSAGES, type StaffRole } from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import type { SessionContext, StaffSession } from '../../shared/index.js';
import { SecondFactors } from '../factors/second-factors.service.js';

type StaffAccess = Extract<CallAccess, 'moderators' | 'admins'>;

const REQUIRED: Readonly<Record<StaffAccess, StaffRole>> = { moderators: 'moderator', admins: 'admin' };

/** Decides which sessions are of the platform's staff. A role that was taken away ends with the next call. */
@Injectable()
export class StaffRolesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly factors: SecondFactors,
  ) {}

  /** @throws ProblemError `forbidden` for other members, `factor_required` for staff without a second factor */
  async admit(session: SessionContext, access: StaffAccess): Promise<StaffSession> {
    const rows: { staff_role: StaffRole | null }[] = await this.dataSource.query(
      'SELECT staff_role FROM users WHERE id = $1',
      [session.userId],
    );
    const staffRole = rows[0]?.staff_role ?? null;
    if (staffRole === null) throw new ProblemError('forbidden', STAFF_MESSAGES.notStaff);
    if (!isAtLeast(staffRole, REQUIRED[access])) throw new ProblemError('forbidden', STAFF_MESSAGES.notAdmin);
    if ((await this.factors.list(session.userId)).length === 0) {
      throw new ProblemError('factor_required', STAFF_MESSAGES.factorRequired);
    }
    return { ...session, staffRole };
  }
}
