import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of the outbox are read once, a moment after they are written: to make them smaller is not worth the time. */
export class PlainSubjects1795206000034 implements MigrationInterface {
  name = 'PlainSubjects1795206000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ALTER COLUMN "subjects" SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ALTER COLUMN "subjects" SET STORAGE EXTENDED`);
  }
}
