import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds read marks and mentions; existing messages count as read. */
export class ReadMarks1795206000003 implements MigrationInterface {
  name = 'ReadMarks1795206000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_user_id_idx"`);
    await runner.query(
      `CREATE TABLE "channel_reads" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "read_seq" integer NOT NULL, CONSTRAINT "channel_reads_pkey" PRIMARY KEY ("user_id", "channel_id"))`,
    );
    await runner.query(`CREATE INDEX "channel_reads_channel_id_idx" ON "channel_reads"  ("channel_id")`);
    await runner.query(
      `CREATE TABLE "mentions" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "seq" integer NOT NULL, CONSTRAINT "mentions_pkey" PRIMARY KEY ("user_id", "channel_id", "seq"))`,
    );
    await runner.query(`CREATE INDEX "mentions_message_idx" ON "mentions"  ("channel_id", "seq")`);
    await runner.query(
      `CREATE INDEX "messages_deleted_idx" ON "messages"  ("channel_id", "seq") WHERE "deleted_at" is not null`,
    );
    await runner.query(`CREATE INDEX "messages_own_idx" ON "messages"  ("user_id", "channel_id", "seq")`);
    await runner.query(
      `ALTER TABLE "channel_reads" ADD CONSTRAINT "channel_reads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channel_reads" ADD CONSTRAINT "channel_reads_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "mentions" ADD CONSTRAINT "mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "mentions" ADD CONSTRAINT "mentions_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT s.user_id, c.id, c.last_seq FROM server_members s JOIN channels c ON c.server_id = s.server_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_deleted_idx"`);
    await runner.query(`DROP INDEX "messages_own_idx"`);
    await runner.query(`CREATE INDEX "messages_user_id_idx" ON "messages" ("user_id")`);
    await runner.query(`DROP TABLE "mentions"`);
    await runner.query(`DROP TABLE "channel_reads"`);
  }
}
