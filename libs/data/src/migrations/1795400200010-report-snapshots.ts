import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the snapshots of reports that found their thing changed. The previous release writes none. */
export class ReportSnapshots1795400200010 implements MigrationInterface {
  name = 'ReportSnapshots1795400200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "reports" ADD "snapshot" jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "reports" DROP COLUMN "snapshot"');
  }
}
