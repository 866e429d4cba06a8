import { Injectable } from '@nestjs/common';
import type { StaffRole } from '@oniverse/contracts';
import { STAFF_MEMBERS } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { authorColumns, type AuthorRow } from '../../shared/index.js';

export interface TeamRow extends AuthorRow {
  user_id: string;
  role: StaffRole;
  has_factor: boolean;
}

export interface LockedMember {
  id: string;
  role: StaffRole | null;
}

@Injectable()
export class TeamRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the staff of the platform, administrators first. @param userId only this member */
  async list(userId: string | null = null, manager = this.dataSource.manager): Promise<TeamRow[]> {
    return manager.query(
      `SELECT staff.id AS user_id, staff.staff_role AS role, staff.has_factor, ${authorColumns('staff')}
         FROM (${STAFF_MEMBERS}) staff WHERE $1::uuid IS NULL OR staff.id = $1
        ORDER BY staff.staff_role <> 'admin', staff.username`,
      [userId],
    );
  }

  /** Locks all administrators and a member, so that no two of them can both be the last but one. */
  async lockWithAdmins(
    manager: EntityManager,
    member: { id: string } | { username: string },
  ): Promise<{ member: LockedMember | undefined; admins: LockedMember[] }> {
    const isById = 'id' in member;
    const rows: (LockedMember & { is_meant: boolean })[] = await manager.query(
      `SELECT id, staff_role AS role, ${isById ? 'id = $1' : 'username = $1'} AS is_meant FROM users
        WHERE staff_role = 'admin' OR ${isById ? 'id = $1' : 'username = $1'} ORDER BY id FOR NO KEY UPDATE`,
      [isById ? member.id : member.username.toLowerCase()],
    );
    return {
      member: rows.find(({ is_meant: isMeant }) => isMeant),
      admins: rows.filter(({ role }) => role === 'admin'),
    };
  }
}
