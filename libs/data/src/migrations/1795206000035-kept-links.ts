import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes links by the first end that keeps them: members with early ids have thousands of links that only others keep. */
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
