import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores outbox subjects uncompressed, because rows are read only once, shortly after they are written. */
export class PlainSubjects1795206000034 implements MigrationInterface {
  name = 'PlainSubjects1795206000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ALTER COLUMN "subjects" SET STORAGE EXTERNAL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ALTER COLUMN "subjects" SET STORAGE EXTENDED`);
  }
}
