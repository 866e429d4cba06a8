import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite'`;

/** Adds reports, their cases, and entries of the night log about them. */
export class Reports1795300600011 implements MigrationInterface {
  name = 'Reports1795300600011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE "case_numbers" AS integer');
    await runner.query(
      `CREATE TABLE "cases" ("id" uuid NOT NULL DEFAULT uuidv7(), "number" integer NOT NULL DEFAULT nextval('case_numbers'::regclass), "kind" text NOT NULL, "subject_id" uuid, "server_id" uuid, "about_user_id" uuid, "reason" text NOT NULL, "snapshot" jsonb, "snapshot_object" text, "state" text NOT NULL DEFAULT 'open', "handed_on_at" timestamptz, "outcome" text, "outcome_reason" text, "closed_at" timestamptz, "closed_by" uuid, "opened_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "cases_kind_check" CHECK ("kind" in ('message', 'post', 'reply', 'picture', 'profile', 'dimension', 'member')), CONSTRAINT "cases_state_check" CHECK ("state" in ('open', 'closed')), CONSTRAINT "cases_outcome_check" CHECK ("outcome" in ('none', 'removed', 'acted', 'member_removed', 'member_banned')), CONSTRAINT "cases_closed_check" CHECK (("state" = 'closed') = ("closed_at" is not null and "outcome" is not null)), CONSTRAINT "cases_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query('ALTER SEQUENCE "case_numbers" OWNED BY "cases"."number"');
    for (const index of [
      `UNIQUE INDEX "cases_subject_key" ON "cases" ("kind", "subject_id") WHERE "state" = 'open'`,
      `UNIQUE INDEX "cases_number_key" ON "cases" ("number")`,
      `INDEX "cases_open_idx" ON "cases" ("id") WHERE "state" = 'open'`,
      `INDEX "cases_server_idx" ON "cases" ("server_id", "state", "id") WHERE "server_id" is not null`,
      `INDEX "cases_about_idx" ON "cases" ("about_user_id") WHERE "about_user_id" is not null`,
      `INDEX "cases_closed_by_idx" ON "cases" ("closed_by") WHERE "closed_by" is not null`,
      `INDEX "cases_expiry_idx" ON "cases" ("closed_at") WHERE "snapshot" is not null`,
    ]) {
      await runner.query(`CREATE ${index}`);
    }
    await runner.query(
      `CREATE TABLE "reports" ("id" uuid NOT NULL DEFAULT uuidv7(), "case_id" uuid NOT NULL, "reporter_id" uuid, "reason" text NOT NULL, "note" text, "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "reports_case_key" UNIQUE ("case_id", "reporter_id"), CONSTRAINT "reports_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "reports_own_idx" ON "reports" ("reporter_id", "id")`);
    for (const [table, column, constraint, target, onDelete] of [
      ['cases', 'server_id', 'cases_server_id_fkey', 'servers', 'SET NULL'],
      ['cases', 'about_user_id', 'cases_about_fkey', 'users', 'SET NULL'],
      ['cases', 'closed_by', 'cases_closed_by_fkey', 'users', 'SET NULL'],
      ['reports', 'case_id', 'reports_case_id_fkey', 'cases', 'CASCADE'],
      ['reports', 'reporter_id', 'reports_reporter_id_fkey', 'users', 'SET NULL'],
    ] as const) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${constraint}" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE ${onDelete} ON UPDATE NO ACTION`,
      );
    }
    // The previous version leaves out entries without an actor.
    await runner.query(
      `ALTER TABLE "notifications" ADD "case_id" uuid, ALTER COLUMN "actor_id" DROP NOT NULL,
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}, 'report')),
         ADD CONSTRAINT "notifications_report_check" CHECK (("actor_id" is null) = ("kind" = 'report') and ("case_id" is null) = ("kind" <> 'report')),
         ADD CONSTRAINT "notifications_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "cases"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE INDEX "notifications_case_id_idx" ON "notifications" ("case_id") WHERE "case_id" is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "notifications" WHERE "kind" = 'report'`);
    await runner.query(
      `ALTER TABLE "notifications" DROP CONSTRAINT "notifications_report_check", DROP COLUMN "case_id",
         ALTER COLUMN "actor_id" SET NOT NULL, DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}))`,
    );
    await runner.query('DROP TABLE "reports"');
    await runner.query('DROP TABLE "cases"');
  }
}
