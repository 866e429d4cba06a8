import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the message that a draft answers. */
export class AnswersInDrafts1795400800100 implements MigrationInterface {
  name = 'AnswersInDrafts1795400800100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "drafts" ADD "reply_to_seq" integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "drafts" DROP COLUMN "reply_to_seq"');
  }
}
