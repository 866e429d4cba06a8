import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how many members a member mentioned today. */
export class MentionCounts1795206000110 implements MigrationInterface {
  name = 'MentionCounts1795206000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "member_usage" ADD "mentions" integer NOT NULL DEFAULT '0', ADD "mentioned_on" date`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "member_usage" DROP COLUMN "mentioned_on", DROP COLUMN "mentions"`);
  }
}
