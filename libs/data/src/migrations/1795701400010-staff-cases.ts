import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what the console needs of cases and members. The previous release writes neither. */
export class StaffCases1795701400010 implements MigrationInterface {
  name = 'StaffCases1795701400010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "cases" ADD "assigned_to" uuid');
    await runner.query('ALTER TABLE "staff_audit" ADD "case_id" uuid');
    await runner.query('ALTER TABLE "staff_audit" ADD "look" text');
    for (const index of [
      `INDEX "cases_closed_idx" ON "cases"  ("id") WHERE "state" = 'closed'`,
      'INDEX "cases_assigned_idx" ON "cases"  ("assigned_to", "id") WHERE "assigned_to" is not null',
      'INDEX "staff_audit_case_idx" ON "staff_audit"  ("case_id", "id") WHERE "case_id" is not null',
      'INDEX "staff_audit_actions_idx" ON "staff_audit"  ("id") WHERE "look" is null',
      'UNIQUE INDEX "staff_audit_look_key" ON "staff_audit"  ("look") WHERE "look" is not null',
      `INDEX "measures_hidden_idx" ON "measures"  ("subject_id") WHERE "kind" = 'content_hidden' and "ended_at" is null`,
      'INDEX "users_email_prefix_idx" ON "users" ("email" COLLATE "C")',
      'INDEX "sessions_address_prefix_idx" ON "sessions" ("address" COLLATE "C", "user_id")',
    ]) {
      await runner.query(`CREATE ${index}`);
    }
    await runner.query(
      `ALTER TABLE "cases" ADD CONSTRAINT "cases_assigned_to_fkey" FOREIGN KEY ("assigned_to") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "staff_audit" ADD CONSTRAINT "staff_audit_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "sessions_address_prefix_idx"');
    await runner.query('DROP INDEX "users_email_prefix_idx"');
    await runner.query('DROP INDEX "measures_hidden_idx"');
    await runner.query('ALTER TABLE "staff_audit" DROP COLUMN "look"');
    await runner.query('ALTER TABLE "staff_audit" DROP COLUMN "case_id"');
    await runner.query('DROP INDEX "cases_closed_idx"');
    await runner.query('ALTER TABLE "cases" DROP COLUMN "assigned_to"');
  }
}
