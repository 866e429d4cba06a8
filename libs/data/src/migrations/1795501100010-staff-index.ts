import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index of the owner and moderators of each server, who hear of every change of its queue. */
export class StaffIndex1795501100010 implements MigrationInterface {
  name = 'StaffIndex1795501100010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "server_members_staff_idx" ON "server_members"  ("server_id") WHERE "role" <> 'member'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "server_members_staff_idx"`);
  }
}
