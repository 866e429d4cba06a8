import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const TRIGGERS = [
  ['attachments_counted', 'INSERT ON attachments REFERENCING NEW', 'count_created_attachments'],
  ['attachments_uncounted', 'DELETE ON attachments REFERENCING OLD', 'count_deleted_attachments'],
] as const;

/**
 * Adds settings of the site, announcements, invitations to register, the archive of dimensions, and limits of storage. Triggers
 * count the bytes of files, so that the previous release counts them too. It knows neither the archive nor the settings: what it
 * serves during the upgrade can still be written to, and registered with.
 */
export class ConsoleSections1795701500001 implements MigrationInterface {
  name = 'ConsoleSections1795701500001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "servers" ADD "archived_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE TABLE "site_settings" ("name" text NOT NULL, "value" jsonb NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "site_settings_pkey" PRIMARY KEY ("name"))`,
    );
    await runner.query(
      `CREATE TABLE "announcements" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "title" text NOT NULL, "text" text, "link" text, "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_by" uuid, CONSTRAINT "announcements_time_check" CHECK ("starts_at" < "ends_at"), CONSTRAINT "announcements_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "announcements_ends_at_idx" ON "announcements"  ("ends_at")`);
    await runner.query(
      `ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "registration_invites" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "code_hash" text, "entry_id" uuid, "created_by" uuid, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "registration_invites_code_hash_key" UNIQUE ("code_hash"), CONSTRAINT "registration_invites_entry_id_key" UNIQUE ("entry_id"), CONSTRAINT "registration_invites_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "registration_invites_created_by_idx" ON "registration_invites"  ("created_by")`,
    );
    await runner.query(
      `CREATE INDEX "registration_invites_unused_idx" ON "registration_invites"  ("id") WHERE "used_at" is null`,
    );
    await runner.query(
      `ALTER TABLE "registration_invites" ADD CONSTRAINT "registration_invites_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "waitlist_entries"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "registration_invites" ADD CONSTRAINT "registration_invites_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(`ALTER TABLE "member_usage" ADD "attachment_bytes" bigint NOT NULL DEFAULT 0`);
    await runner.query(`ALTER TABLE "member_usage" ADD "picture_limit" bigint`);
    await runner.query(`ALTER TABLE "member_usage" ADD "attachment_limit" bigint`);
    await installFunctions(
      runner,
      TRIGGERS.map(([, , run]) => run),
    );
    // Creating the triggers locks the table until the commit, so the sums below are exact.
    for (const [name, event, run] of TRIGGERS) {
      await runner.query(
        `CREATE TRIGGER ${name} AFTER ${event} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`,
      );
    }
    await runner.query(
      `INSERT INTO member_usage (user_id, attachment_bytes) SELECT user_id, sum(size) FROM attachments GROUP BY user_id
       ON CONFLICT (user_id) DO UPDATE SET attachment_bytes = excluded.attachment_bytes`,
    );
    await runner.query(
      `CREATE INDEX "member_usage_bytes_idx" ON "member_usage" (("picture_bytes" + "attachment_bytes"), "user_id")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "member_usage_bytes_idx"`);
    for (const [name, , run] of TRIGGERS) {
      await runner.query(`DROP TRIGGER ${name} ON attachments`);
      await runner.query(`DROP FUNCTION ${run}()`);
    }
    await runner.query(`ALTER TABLE "member_usage" DROP COLUMN "attachment_limit"`);
    await runner.query(`ALTER TABLE "member_usage" DROP COLUMN "picture_limit"`);
    await runner.query(`ALTER TABLE "member_usage" DROP COLUMN "attachment_bytes"`);
    await runner.query(`DROP TABLE "registration_invites"`);
    await runner.query(`DROP TABLE "announcements"`);
    await runner.query(`DROP TABLE "site_settings"`);
    await runner.query(`ALTER TABLE "servers" DROP COLUMN "archived_at"`);
  }
}
