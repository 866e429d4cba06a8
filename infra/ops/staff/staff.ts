import { isAtLeast, STAFF_ROLES, type StaffRole } from '@oniverse/contracts';
import { recordStaffAction, setStaffRole, STAFF_MEMBERS } from '@oniverse/data';
import type { DataSource, EntityManager } from 'typeorm';
import { notFound } from '../cli/command-error.js';

interface StaffMember {
  username: string;
  role: StaffRole;
  /** Whether the member can sign in to the console: it requires a second factor. */
  hasFactor: boolean;
}

const isRole = (value: string): value is StaffRole => STAFF_ROLES.some((role) => role === value);

/**
 * Gives a member a role among the staff of the platform. Sessions that are open end as those of staff do.
 * @throws Error if the role or the member does not exist
 */
export async function addStaff(dataSource: DataSource, username: string, role: string): Promise<void> {
  if (!isRole(role)) throw new Error(`The role must be ${STAFF_ROLES.join(' or ')}.`);
  await dataSource.transaction(async (manager) => {
    const { id } = await lockMember(manager, username);
    await setStaffRole(manager, id, role);
    await recordStaffAction(manager, { kind: 'staff_added', actorId: null, subjectId: id, detail: { role } });
  });
}

/** Takes a member's role among the staff of the platform away. @throws Error if the member has none */
export async function removeStaff(dataSource: DataSource, username: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const { id, role } = await lockMember(manager, username);
    if (role === null) throw new Error(`${username} is not on the staff.`);
    await setStaffRole(manager, id, null);
    await recordStaffAction(manager, {
      kind: 'staff_removed',
      actorId: null,
      subjectId: id,
      detail: { role },
    });
  });
}

/** Returns the staff of the platform, administrators first. */
export async function listStaff(dataSource: DataSource): Promise<StaffMember[]> {
  const rows: StaffMember[] = await dataSource.query(
    `SELECT username, staff_role AS role, has_factor AS "hasFactor" FROM (${STAFF_MEMBERS}) staff ORDER BY username`,
  );
  return rows.toSorted(
    (one, other) => Number(isAtLeast(other.role, 'admin')) - Number(isAtLeast(one.role, 'admin')),
  );
}

async function lockMember(
  manager: EntityManager,
  username: string,
): Promise<{ id: string; role: StaffRole | null }> {
  const rows: { id: string; role: StaffRole | null }[] = await manager.query(
    'SELECT id, staff_role AS role FROM users WHERE username = $1 FOR NO KEY UPDATE',
    [username.toLowerCase()],
  );
  const member = rows[0];
  if (!member) throw notFound(`No member has the Oni ID ${username}.`);
  return member;
}
