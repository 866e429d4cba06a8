import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds digests of the night log by mail. */
export class Digests1795206000113 implements MigrationInterface {
  name = 'Digests1795206000113';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "notification_settings" ADD "digest" text NOT NULL DEFAULT 'off', ADD "digest_kinds" text array NOT NULL DEFAULT '{mention,reply,link,invite}', ADD "digest_due_at" timestamptz, ADD "digested_at" timestamptz`,
    );
    await runner.query(
      `CREATE INDEX "notification_settings_digest_idx" ON "notification_settings" ("digest_due_at") WHERE "digest" <> 'off'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "notification_settings" DROP COLUMN "digested_at", DROP COLUMN "digest_due_at", DROP COLUMN "digest_kinds", DROP COLUMN "digest"`,
    );
  }
}
