import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FeedsAndProfileLinks1795206000081 implements MigrationInterface {
  name = 'FeedsAndProfileLinks1795206000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" ADD "has_feed" boolean NOT NULL DEFAULT true`);
    await runner.query(`ALTER TABLE "users" ADD "profile_links" text array NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" DROP COLUMN "profile_links"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "has_feed"`);
  }
}
