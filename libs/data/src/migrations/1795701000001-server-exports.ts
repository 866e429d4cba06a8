import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite', 'message', 'direct', 'reminder', 'unsent', 'report', 'application'`;
const EXPORT_KINDS = `'export_done', 'export_failed'`;

/** Adds exports of servers, and the kinds of the night log that say how they ended. */
export class ServerExports1795701000001 implements MigrationInterface {
  name = 'ServerExports1795701000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "server_exports" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid, "user_id" uuid, "channel_id" uuid, "channel_name" text, "state" text NOT NULL DEFAULT 'waiting', "failure" text, "message_count" integer NOT NULL DEFAULT '0', "messages_done" integer NOT NULL DEFAULT '0', "file_count" integer NOT NULL DEFAULT '0', "files_done" integer NOT NULL DEFAULT '0', "size" bigint, "object_key" text, "parts_upload_id" text, "attempts" smallint NOT NULL DEFAULT '0', "claim_id" uuid, "claimed_until" TIMESTAMP WITH TIME ZONE, "finished_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "server_exports_archive_check" CHECK (num_nonnulls("size", "expires_at") = CASE WHEN "state" = 'done' THEN 2 ELSE 0 END), CONSTRAINT "server_exports_finished_check" CHECK (("finished_at" is null) = ("state" in ('waiting', 'running'))), CONSTRAINT "server_exports_failed_check" CHECK (("failure" is null) = ("state" <> 'failed')), CONSTRAINT "server_exports_failure_check" CHECK ("failure" in ('cancelled', 'not_owner', 'channel_gone', 'too_large', 'broken')), CONSTRAINT "server_exports_state_check" CHECK ("state" in ('waiting', 'running', 'done', 'failed')), CONSTRAINT "server_exports_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "server_exports_stored_idx" ON "server_exports"  ("id") WHERE "object_key" is not null`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "server_exports_active_key" ON "server_exports"  ("server_id") WHERE "state" in ('waiting', 'running')`,
    );
    await runner.query(`CREATE INDEX "server_exports_own_idx" ON "server_exports"  ("user_id", "id")`);
    await runner.query(`CREATE INDEX "server_exports_newest_idx" ON "server_exports"  ("server_id", "id")`);
    for (const [column, table] of [
      ['server_id', 'servers'],
      ['user_id', 'users'],
    ]) {
      await runner.query(
        `ALTER TABLE "server_exports" ADD CONSTRAINT "server_exports_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${table}"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
      );
    }
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}, ${EXPORT_KINDS})),
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("kind" = 'reminder' or ("actor_id" is null) = ("kind" in ('report', 'application', 'unsent', ${EXPORT_KINDS}))) and ("case_id" is null) = ("kind" <> 'report'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "notifications" WHERE "kind" in (${EXPORT_KINDS})`);
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("kind" = 'reminder' or ("actor_id" is null) = ("kind" in ('report', 'application', 'unsent'))) and ("case_id" is null) = ("kind" <> 'report')),
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}))`,
    );
    await runner.query(`DROP TABLE "server_exports"`);
  }
}
