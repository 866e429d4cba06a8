import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds reactions to messages, and when those of a message last changed. Until it ends, messages cannot be written. */
export class MessageReactions1795300800020 implements MigrationInterface {
  name = 'MessageReactions1795300800020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "message_reactions" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "seq" integer NOT NULL, "emoji" text NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "first_id" uuid NOT NULL, CONSTRAINT "message_reactions_pkey" PRIMARY KEY ("user_id", "channel_id", "seq", "emoji"))`,
    );
    await runner.query(
      `CREATE INDEX "message_reactions_message_idx" ON "message_reactions" ("channel_id", "seq", "emoji", "id")`,
    );
    await runner.query(
      `ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(`ALTER TABLE "messages" ADD "reacted_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE INDEX "messages_revised_idx" ON "messages" ("channel_id", "rev") WHERE "edited_at" is not null or "deleted_at" is not null or "reacted_at" is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_revised_idx"`);
    await runner.query(`ALTER TABLE "messages" DROP COLUMN "reacted_at"`);
    await runner.query(`DROP TABLE "message_reactions"`);
  }
}
