import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which message a message answers. */
export class MessageReplies1795300800010 implements MigrationInterface {
  name = 'MessageReplies1795300800010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "messages" ADD "reply_to_seq" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "messages" DROP COLUMN "reply_to_seq"`);
  }
}
