import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the times of the last backup and of the last drill. */
export class Operations1796400000001 implements MigrationInterface {
  name = 'Operations1796400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "operations" ("name" text NOT NULL, "succeeded_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "operations_pkey" PRIMARY KEY ("name"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "operations"`);
  }
}
