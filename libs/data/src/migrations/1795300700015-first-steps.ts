import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what a member did with the guide of the first steps, which each browser kept for itself. */
export class FirstSteps1795300700015 implements MigrationInterface {
  name = 'FirstSteps1795300700015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "visits" ADD "is_guide_dismissed" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "visits" ADD "saw_constellation" boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "visits" DROP COLUMN "saw_constellation"`);
    await runner.query(`ALTER TABLE "visits" DROP COLUMN "is_guide_dismissed"`);
  }
}
