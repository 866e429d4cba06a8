import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a member of early id keeps links with is read without the rows of the thousands who keep one with that member. */
export class KeptLinks1795206000035 implements MigrationInterface {
  name = 'KeptLinks1795206000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "connections_kept_by_from_idx" ON "connections"  ("from_user_id") WHERE "kept_by_from"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "connections_kept_by_from_idx"`);
  }
}
