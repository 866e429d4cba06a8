import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds second factors, and challenges of sign-ins. */
export class Factors1795206000112 implements MigrationInterface {
  name = 'Factors1795206000112';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "auth_challenges" ("hash" text NOT NULL, "kind" text NOT NULL, "user_id" uuid, "session_id" text, "passkey_challenge" text, "is_known_device" boolean NOT NULL DEFAULT false, "failures" integer NOT NULL DEFAULT '0', "expires_at" timestamptz NOT NULL, "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "auth_challenges_user_check" CHECK (("user_id" is null) = ("kind" = 'passkey-sign-in')), CONSTRAINT "auth_challenges_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(`CREATE INDEX "auth_challenges_user_idx" ON "auth_challenges" ("user_id")`);
    await runner.query(`CREATE INDEX "auth_challenges_expires_at_idx" ON "auth_challenges" ("expires_at")`);
    await runner.query(
      `CREATE TABLE "passkeys" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "credential_id" text NOT NULL, "public_key" text NOT NULL, "counter" bigint NOT NULL DEFAULT '0', "transports" text array NOT NULL DEFAULT '{}', "name" text NOT NULL, "is_synced" boolean NOT NULL DEFAULT false, "created_at" timestamptz NOT NULL DEFAULT now(), "last_used_at" timestamptz, CONSTRAINT "passkeys_credential_id_key" UNIQUE ("credential_id"), CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "passkeys_user_idx" ON "passkeys" ("user_id", "id")`);
    await runner.query(
      `CREATE TABLE "recovery_codes" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "hash" text NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "recovery_codes_user_idx" ON "recovery_codes" ("user_id")`);
    await runner.query(
      `CREATE TABLE "totp_factors" ("user_id" uuid NOT NULL, "secret" text NOT NULL, "confirmed_at" timestamptz, "last_step" integer NOT NULL DEFAULT '0', "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "totp_factors_pkey" PRIMARY KEY ("user_id"))`,
    );
    for (const table of ['auth_challenges', 'passkeys', 'recovery_codes', 'totp_factors']) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    // A confirmed session gets a new credential, which is its primary key.
    await runner.query(
      `ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_session_id_fkey",
         ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "push_subscriptions" DROP CONSTRAINT "push_subscriptions_session_id_fkey",
         ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    for (const table of ['totp_factors', 'recovery_codes', 'passkeys', 'auth_challenges']) {
      await runner.query(`DROP TABLE "${table}"`);
    }
  }
}
