import { STAFF_SESSION_MS, type StaffRole } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** Selects the staff of the platform: `has_factor` is whether they have the second factor that their calls need. */
export const STAFF_MEMBERS = `SELECT member.*,
         EXISTS (SELECT FROM passkeys WHERE user_id = member.id)
           OR EXISTS (SELECT FROM totp_factors WHERE user_id = member.id AND confirmed_at IS NOT NULL) AS has_factor
    FROM users member WHERE member.staff_role IS NOT NULL`;

/**
 * Gives a member a role among the staff of the platform, or takes it away. Sessions that are open end as those of staff do.
 * @param manager of a transaction that has locked the member's row
 */
export async function setStaffRole(
  manager: EntityManager,
  userId: string,
  role: StaffRole | null,
): Promise<void> {
  await manager.query('UPDATE users SET staff_role = $2 WHERE id = $1', [userId, role]);
  if (role === null) return;
  await manager.query(
    `UPDATE sessions SET ends_at = ended.at, expires_at = least(expires_at, ended.at)
       FROM (SELECT public_id, created_at + $2::float8 * interval '1 millisecond' AS at FROM sessions WHERE user_id = $1) ended
      WHERE sessions.public_id = ended.public_id`,
    [userId, STAFF_SESSION_MS],
  );
}
