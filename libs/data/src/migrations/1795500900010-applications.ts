import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite', 'message', 'report'`;

/**
 * Adds the questions of servers, and the applications that answer them. Until the previous release has ended, it lets everyone
 * read and join.
 */
export class Applications1795500900010 implements MigrationInterface {
  name = 'Applications1795500900010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "servers" ADD "questions" text array NOT NULL DEFAULT '{}'`);
    await runner.query(
      `CREATE TABLE "applications" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "user_id" uuid NOT NULL, "answers" jsonb NOT NULL, "state" text NOT NULL DEFAULT 'waiting', "word" text, "decided_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "applications_server_id_user_id_key" UNIQUE ("server_id", "user_id"), CONSTRAINT "applications_decided_check" CHECK (("state" = 'waiting') = ("decided_at" is null)), CONSTRAINT "applications_state_check" CHECK ("state" in ('waiting', 'declined')), CONSTRAINT "applications_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "applications_declined_idx" ON "applications"  ("decided_at") WHERE "decided_at" is not null`,
    );
    await runner.query(`CREATE INDEX "applications_own_idx" ON "applications"  ("user_id", "state")`);
    await runner.query(
      `CREATE INDEX "applications_waiting_idx" ON "applications"  ("server_id", "state", "id")`,
    );
    for (const [column, table] of [
      ['server_id', 'servers'],
      ['user_id', 'users'],
    ]) {
      await runner.query(
        `ALTER TABLE "applications" ADD CONSTRAINT "applications_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${table}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}, 'application')),
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("actor_id" is null) = ("kind" in ('report', 'application')) and ("case_id" is null) = ("kind" <> 'report'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "notifications" WHERE "kind" = 'application'`);
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("actor_id" is null) = ("kind" = 'report') and ("case_id" is null) = ("kind" <> 'report')),
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}))`,
    );
    await runner.query(`DROP TABLE "applications"`);
    await runner.query(`ALTER TABLE "servers" DROP COLUMN "questions"`);
  }
}
