import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds verified addresses, one-time links, proof of identity per session, and what happened to an account. */
export class Accounts1795206000100 implements MigrationInterface {
  name = 'Accounts1795206000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL`);
    await runner.query(`ALTER TABLE "users" ADD "email_verified_at" timestamptz, ADD "recovery_email" text`);
    await runner.query(`CREATE UNIQUE INDEX "users_recovery_email_key" ON "users" ("recovery_email")`);
    await runner.query(`ALTER TABLE "sessions" ADD "address" text`);
    // Sessions of the previous release have not proved anything lately; a constant default rewrites no row.
    await runner.query(`ALTER TABLE "sessions" ADD "authenticated_at" timestamptz NOT NULL DEFAULT 'epoch'`);
    await runner.query(`ALTER TABLE "sessions" ALTER COLUMN "authenticated_at" SET DEFAULT now()`);
    await runner.query(
      `CREATE TABLE "account_tokens" ("hash" text NOT NULL, "purpose" text NOT NULL, "user_id" uuid, "email" text, "expires_at" timestamptz NOT NULL, "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "account_tokens_target_check" CHECK (("user_id" is null) = ("purpose" = 'claim-email')), CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(`CREATE INDEX "account_tokens_user_idx" ON "account_tokens" ("user_id", "purpose")`);
    await runner.query(`CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens" ("expires_at")`);
    await runner.query(
      `ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "account_activity" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "kind" text NOT NULL, "session_id" uuid, "device" text, "address" text, "detail" text, "count" integer NOT NULL DEFAULT '1', "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "account_activity_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "account_activity_user_idx" ON "account_activity" ("user_id", "id")`);
    await runner.query(`CREATE INDEX "account_activity_created_at_idx" ON "account_activity" ("created_at")`);
    await runner.query(
      `ALTER TABLE "account_activity" ADD CONSTRAINT "account_activity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "account_activity"`);
    await runner.query(`DROP TABLE "account_tokens"`);
    await runner.query(`ALTER TABLE "sessions" DROP COLUMN "authenticated_at", DROP COLUMN "address"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "recovery_email", DROP COLUMN "email_verified_at"`);
  }
}
