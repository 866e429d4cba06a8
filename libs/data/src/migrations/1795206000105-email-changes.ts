import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds changes of addresses that a link to the previous address can undo. */
export class EmailChanges1795206000105 implements MigrationInterface {
  name = 'EmailChanges1795206000105';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "account_tokens" ADD "subject_id" uuid`);
    await runner.query(
      `CREATE TABLE "email_changes" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "previous_email" text NOT NULL, "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "email_changes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "email_changes_user_idx" ON "email_changes" ("user_id", "id")`);
    await runner.query(`CREATE INDEX "email_changes_created_at_idx" ON "email_changes" ("created_at")`);
    await runner.query(
      `ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "email_changes"`);
    await runner.query(`ALTER TABLE "account_tokens" DROP COLUMN "subject_id"`);
  }
}
