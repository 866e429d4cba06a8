import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the earlier texts of messages, from this release on. The previous release stores none. */
export class MessageVersions1795700700010 implements MigrationInterface {
  name = 'MessageVersions1795700700010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "message_versions" ("id" uuid NOT NULL DEFAULT uuidv7(), "message_id" uuid NOT NULL, "user_id" uuid NOT NULL, "content" text NOT NULL, "written_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "message_versions_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "message_versions_author_idx" ON "message_versions"  ("user_id", "id")`);
    await runner.query(
      `CREATE INDEX "message_versions_message_idx" ON "message_versions"  ("message_id", "id")`,
    );
    await runner.query(
      `ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "message_versions" ADD CONSTRAINT "message_versions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "message_versions"`);
  }
}
