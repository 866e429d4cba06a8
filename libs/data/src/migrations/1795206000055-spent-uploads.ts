import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the rows of uploads that became avatars, so that they cannot be used again. */
export class SpentUploads1795206000055 implements MigrationInterface {
  name = 'SpentUploads1795206000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "objects" DROP CONSTRAINT "objects_state_check"`);
    // Wider than before, so every row satisfies it.
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_state_check" CHECK ("state" in ('awaited', 'arriving', 'stored', 'used', 'spent', 'discarded'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE "objects" SET "state" = 'discarded' WHERE "state" = 'spent'`);
    await runner.query(`ALTER TABLE "objects" DROP CONSTRAINT "objects_state_check"`);
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_state_check" CHECK ("state" in ('awaited', 'arriving', 'stored', 'used', 'discarded'))`,
    );
  }
}
