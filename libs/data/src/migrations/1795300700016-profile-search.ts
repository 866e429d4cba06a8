import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the index for searching profile texts: see `SEARCHED` in `search-texts.ts`. */
export class ProfileSearch1795300700016 implements MigrationInterface {
  name = 'ProfileSearch1795300700016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "users_profile_terms_idx" ON "users" USING gin (
         search_terms(left("profile_markdown", 4000), '')) WITH (fastupdate = off)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "users_profile_terms_idx"`);
  }
}
