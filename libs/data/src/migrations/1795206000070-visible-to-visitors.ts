import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members decide whether visitors see their posts. Off by default, also for existing members. */
export class VisibleToVisitors1795206000070 implements MigrationInterface {
  name = 'VisibleToVisitors1795206000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" ADD "is_visible_to_visitors" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" DROP COLUMN "is_visible_to_visitors"`);
  }
}
