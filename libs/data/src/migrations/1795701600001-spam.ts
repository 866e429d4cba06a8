import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `('message', 'post', 'reply')`;

/**
 * Adds what holds the copies of new accounts, the waves of them, and proofs of work. To the previous release, a held post is
 * private, and it does not know that a reply is held.
 */
export class Spam1795701600001 implements MigrationInterface {
  name = 'Spam1795701600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "posts" ADD "held_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "post_replies" ADD "held_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE TABLE "spam_waves" ("id" uuid NOT NULL DEFAULT uuidv7(), "state" text NOT NULL DEFAULT 'open', "sample" text, "accounts" integer NOT NULL DEFAULT '0', "texts" integer NOT NULL DEFAULT '0', "removed" integer NOT NULL DEFAULT '0', "decided_at" TIMESTAMP WITH TIME ZONE, "decided_by" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "spam_waves_state_check" CHECK ("state" in ('open', 'removing', 'removed', 'returning', 'dismissed')), CONSTRAINT "spam_waves_decided_check" CHECK (("state" = 'open') = ("decided_at" is null)), CONSTRAINT "spam_waves_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "spam_waves_open_idx" ON "spam_waves"  ("id") WHERE "state" not in ('removed', 'dismissed')`,
    );
    await runner.query(
      `CREATE INDEX "spam_waves_decided_idx" ON "spam_waves"  ("decided_at") WHERE "decided_at" is not null`,
    );
    await runner.query(
      `CREATE INDEX "spam_waves_decided_by_idx" ON "spam_waves"  ("decided_by") WHERE "decided_by" is not null`,
    );
    await runner.query(
      `ALTER TABLE "spam_waves" ADD CONSTRAINT "spam_waves_decided_by_fkey" FOREIGN KEY ("decided_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "new_texts" ("id" uuid NOT NULL DEFAULT uuidv7(), "hash" bigint NOT NULL, "user_id" uuid NOT NULL, "kind" text NOT NULL, "channel_id" uuid, "subject_id" uuid, "nonce" text, "is_held" boolean NOT NULL DEFAULT false, "wave_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "new_texts_nonce_key" UNIQUE ("user_id", "channel_id", "nonce"), CONSTRAINT "new_texts_kind_check" CHECK ("kind" in ${KINDS}), CONSTRAINT "new_texts_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "new_texts_hash_idx" ON "new_texts"  ("hash", "created_at")`);
    await runner.query(
      `CREATE INDEX "new_texts_wave_idx" ON "new_texts"  ("wave_id", "user_id") WHERE "wave_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "new_texts_expired_idx" ON "new_texts"  ("created_at") WHERE "wave_id" is null`,
    );
    await runner.query(
      `CREATE TABLE "removed_texts" ("subject_id" uuid NOT NULL, "kind" text NOT NULL, "wave_id" uuid NOT NULL, "user_id" uuid NOT NULL, "content" text NOT NULL, "rows" jsonb, "removed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "removed_texts_kind_check" CHECK ("kind" in ${KINDS}), CONSTRAINT "removed_texts_pkey" PRIMARY KEY ("subject_id"))`,
    );
    await runner.query(`CREATE INDEX "removed_texts_wave_idx" ON "removed_texts"  ("wave_id", "subject_id")`);
    await runner.query(`CREATE INDEX "removed_texts_user_idx" ON "removed_texts"  ("user_id", "subject_id")`);
    await runner.query(`CREATE INDEX "removed_texts_removed_idx" ON "removed_texts"  ("removed_at")`);
    for (const [table, column, target] of [
      ['new_texts', 'user_id', 'users'],
      ['new_texts', 'wave_id', 'spam_waves'],
      ['removed_texts', 'wave_id', 'spam_waves'],
      ['removed_texts', 'user_id', 'users'],
    ] as const) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    await runner.query(
      `CREATE TABLE "used_proofs" ("signature" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "used_proofs_pkey" PRIMARY KEY ("signature"))`,
    );
    await runner.query(`CREATE INDEX "used_proofs_expired_idx" ON "used_proofs"  ("expires_at")`);
    await runner.query(
      `CREATE TABLE "proof_keys" ("id" smallint NOT NULL, "secret" text NOT NULL, CONSTRAINT "proof_keys_pkey" PRIMARY KEY ("id"))`,
    );
    // Random UUIDs of version 4, which PostgreSQL makes with its strong source.
    await runner.query(
      `INSERT INTO "proof_keys" ("id", "secret") VALUES (1, gen_random_uuid()::text || gen_random_uuid()::text)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "proof_keys"`);
    await runner.query(`DROP TABLE "used_proofs"`);
    await runner.query(`DROP TABLE "removed_texts"`);
    await runner.query(`DROP TABLE "new_texts"`);
    await runner.query(`DROP TABLE "spam_waves"`);
    await runner.query(`ALTER TABLE "post_replies" DROP COLUMN "held_at"`);
    await runner.query(`ALTER TABLE "posts" DROP COLUMN "held_at"`);
  }
}
