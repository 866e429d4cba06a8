import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members may show one snapshot of their profile publicly. Off by default. */
export class ShownSnapshots1795206000085 implements MigrationInterface {
  name = 'ShownSnapshots1795206000085';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "profile_archives" ADD "is_shown_publicly" boolean NOT NULL DEFAULT false`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "profile_archives_shown_idx" ON "profile_archives" ("user_id") WHERE "is_shown_publicly"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "profile_archives_shown_idx"`);
    await runner.query(`ALTER TABLE "profile_archives" DROP COLUMN "is_shown_publicly"`);
  }
}
