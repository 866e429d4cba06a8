import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds filters and the messages that they hold. The previous release compares nothing with them. */
export class Filters1795500700010 implements MigrationInterface {
  name = 'Filters1795500700010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "server_filters" ("server_id" uuid NOT NULL, "revision" integer NOT NULL, "max_mentions" integer, "filters" jsonb NOT NULL, "changed_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "server_filters_pkey" PRIMARY KEY ("server_id"))`,
    );
    await runner.query(`CREATE INDEX "server_filters_changed_idx" ON "server_filters"  ("changed_at")`);
    await runner.query(
      `CREATE TABLE "held_messages" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "user_id" uuid NOT NULL, "content" text NOT NULL, "nonce" text NOT NULL, "reply_to_seq" integer, "state" text NOT NULL DEFAULT 'held', "word" text, "decided_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "held_messages_nonce_key" UNIQUE ("channel_id", "user_id", "nonce"), CONSTRAINT "held_messages_decided_check" CHECK (("state" = 'held') = ("decided_at" is null)), CONSTRAINT "held_messages_state_check" CHECK ("state" in ('held', 'declined')), CONSTRAINT "held_messages_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "held_messages_declined_idx" ON "held_messages"  ("decided_at") WHERE "decided_at" is not null`,
    );
    await runner.query(`CREATE INDEX "held_messages_own_idx" ON "held_messages"  ("user_id", "id")`);
    await runner.query(
      `CREATE INDEX "held_messages_waiting_idx" ON "held_messages"  ("server_id", "state", "id")`,
    );
    await runner.query(
      `ALTER TABLE "server_filters" ADD CONSTRAINT "server_filters_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    for (const [column, table] of [
      ['server_id', 'servers'],
      ['channel_id', 'channels'],
      ['user_id', 'users'],
    ]) {
      await runner.query(
        `ALTER TABLE "held_messages" ADD CONSTRAINT "held_messages_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${table}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "held_messages"`);
    await runner.query(`DROP TABLE "server_filters"`);
  }
}
