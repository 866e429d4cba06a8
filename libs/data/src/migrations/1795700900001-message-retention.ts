import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds how long messages are kept, and where the stored ones of a channel begin. All defaults mean that everything is kept, and
 * the previous release keeps new messages as these columns say, because its messages are stored by the same functions.
 */
export class MessageRetention1795700900001 implements MigrationInterface {
  name = 'MessageRetention1795700900001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "servers"
         ADD "message_days" smallint NOT NULL DEFAULT '0',
         ADD "former_message_days" smallint,
         ADD "former_message_days_until" TIMESTAMP WITH TIME ZONE,
         ADD CONSTRAINT "servers_message_days_check" CHECK ("message_days" = 0 or "message_days" between 30 and 3650)`,
    );
    await runner.query(
      `ALTER TABLE "channels"
         ADD "message_days" smallint,
         ADD "former_message_days" smallint,
         ADD "former_message_days_until" TIMESTAMP WITH TIME ZONE,
         ADD "first_seq" integer NOT NULL DEFAULT '1',
         ADD "expired_seq" integer NOT NULL DEFAULT '0',
         ADD CONSTRAINT "channels_message_days_check" CHECK ("message_days" = 0 or "message_days" between 30 and 3650)`,
    );
    await runner.query(
      `CREATE INDEX "servers_message_days_idx" ON "servers"  ("id") WHERE "message_days" > 0`,
    );
    await runner.query(
      `CREATE INDEX "channels_message_days_idx" ON "channels"  ("id") WHERE "message_days" > 0`,
    );
    await runner.query(
      `CREATE INDEX "channels_expired_idx" ON "channels"  ("id") WHERE "expired_seq" >= "first_seq"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "channels_expired_idx"`);
    await runner.query(`DROP INDEX "channels_message_days_idx"`);
    await runner.query(`DROP INDEX "servers_message_days_idx"`);
    await runner.query(
      `ALTER TABLE "channels"
         DROP CONSTRAINT "channels_message_days_check",
         DROP COLUMN "expired_seq",
         DROP COLUMN "first_seq",
         DROP COLUMN "former_message_days_until",
         DROP COLUMN "former_message_days",
         DROP COLUMN "message_days"`,
    );
    await runner.query(
      `ALTER TABLE "servers"
         DROP CONSTRAINT "servers_message_days_check",
         DROP COLUMN "former_message_days_until",
         DROP COLUMN "former_message_days",
         DROP COLUMN "message_days"`,
    );
  }
}
