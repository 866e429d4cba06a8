import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ManySubjects1795206000032 implements MigrationInterface {
  name = 'ManySubjects1795206000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ADD "subjects" text array`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO outbox (topic, subject) SELECT 'member:links', unnest(subjects) FROM outbox WHERE topic = 'others:links'`,
    );
    await runner.query(`DELETE FROM outbox WHERE topic = 'others:links'`);
    await runner.query(`ALTER TABLE "outbox" DROP COLUMN "subjects"`);
  }
}
