import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets conversations have threads. The previous release has no follows without a server in its lists, and no thread without one.
 * Until it ends, messages cannot be written.
 */
export class ConversationThreads1795700500010 implements MigrationInterface {
  name = 'ConversationThreads1795700500010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" DROP CONSTRAINT "channels_place_check"`);
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_place_check" CHECK (num_nonnulls("server_id", "parent_server_id") + "is_conversation"::integer = 1 and num_nonnulls("parent_id", "parent_message_id") in (0, 2) and ("is_conversation" or ("parent_id" is null) = ("parent_server_id" is null)))`,
    );
    await runner.query(
      `ALTER TABLE "thread_follows"
         DROP CONSTRAINT "thread_follows_pkey",
         ADD CONSTRAINT "thread_follows_pkey" PRIMARY KEY ("user_id", "channel_id"),
         ALTER COLUMN "server_id" DROP NOT NULL,
         ADD "conversation_id" uuid,
         ADD CONSTRAINT "thread_follows_place_check" CHECK (num_nonnulls("server_id", "conversation_id") = 1),
         ADD CONSTRAINT "thread_follows_conversation_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("channel_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE INDEX "thread_follows_server_idx" ON "thread_follows" ("user_id", "server_id") WHERE "server_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "thread_follows_conversation_idx" ON "thread_follows" ("user_id", "conversation_id") WHERE "conversation_id" is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "channels" WHERE "is_conversation" AND "parent_id" is not null`);
    await runner.query(`DROP INDEX "thread_follows_conversation_idx"`);
    await runner.query(`DROP INDEX "thread_follows_server_idx"`);
    await runner.query(
      `ALTER TABLE "thread_follows"
         DROP COLUMN "conversation_id",
         DROP CONSTRAINT "thread_follows_pkey",
         ADD CONSTRAINT "thread_follows_pkey" PRIMARY KEY ("user_id", "server_id", "channel_id")`,
    );
    await runner.query(`ALTER TABLE "channels" DROP CONSTRAINT "channels_place_check"`);
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_place_check" CHECK (num_nonnulls("server_id", "parent_id") + "is_conversation"::integer = 1 and num_nonnulls("parent_id", "parent_server_id", "parent_message_id") in (0, 3))`,
    );
  }
}
