import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds threads, which are channels that no server lists, so that the previous release leaves them out of its lists, limits
 * and sums. Until it ends, messages cannot be written.
 */
export class Threads1795300800030 implements MigrationInterface {
  name = 'Threads1795300800030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" ALTER COLUMN "server_id" DROP NOT NULL`);
    await runner.query(
      `ALTER TABLE "channels" ADD "parent_id" uuid, ADD "parent_message_id" uuid, ADD "parent_server_id" uuid, ADD "started_by" uuid, ADD "activity_id" uuid`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "channels_parent_message_key" ON "channels" ("parent_message_id") WHERE "parent_message_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "channels_threads_idx" ON "channels" ("parent_id", "activity_id") WHERE "parent_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "channels_started_idx" ON "channels" ("started_by", "id") WHERE "started_by" is not null`,
    );
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_place_check" CHECK (num_nonnulls("server_id", "parent_id") = 1 and num_nonnulls("parent_id", "parent_server_id", "parent_message_id") in (0, 3))`,
    );
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_started_by_fkey" FOREIGN KEY ("started_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "thread_follows" ("user_id" uuid NOT NULL, "server_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "thread_follows_pkey" PRIMARY KEY ("user_id", "server_id", "channel_id"))`,
    );
    await runner.query(`CREATE INDEX "thread_follows_channel_id_idx" ON "thread_follows" ("channel_id")`);
    await runner.query(
      `ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_member_fkey" FOREIGN KEY ("server_id", "user_id") REFERENCES "server_members"("server_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "stale_threads" ("channel_id" uuid NOT NULL, "since" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "stale_threads_pkey" PRIMARY KEY ("channel_id"))`,
    );
    await runner.query(`CREATE INDEX "stale_threads_since_idx" ON "stale_threads" ("since")`);
    await runner.query(
      `ALTER TABLE "stale_threads" ADD CONSTRAINT "stale_threads_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "stale_threads"`);
    await runner.query(`DROP TABLE "thread_follows"`);
    await runner.query(`DELETE FROM "channels" WHERE "parent_id" is not null`);
    await runner.query(
      `ALTER TABLE "channels" DROP CONSTRAINT "channels_place_check", DROP COLUMN "activity_id", DROP COLUMN "started_by", DROP COLUMN "parent_server_id", DROP COLUMN "parent_message_id", DROP COLUMN "parent_id"`,
    );
    await runner.query(`ALTER TABLE "channels" ALTER COLUMN "server_id" SET NOT NULL`);
  }
}
