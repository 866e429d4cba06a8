import type { MigrationInterface, QueryRunner } from 'typeorm';

/** So many of the newest posts and pictures are found at once; the workers add the older ones. */
const NEWEST = 10_000;

/**
 * Adds the indexes for searching posts and pictures, a migration of its own, because the one before keeps them from being
 * read while it runs. Until this one ends, they can be read but not written.
 */
export class IndexesOfTerms1795300700014 implements MigrationInterface {
  name = 'IndexesOfTerms1795300700014';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of [
      ['posts', 'content'],
      ['images', 'title'],
    ] as const) {
      await runner.query(
        `UPDATE ${table} SET ${column} = ${column} WHERE id IN (SELECT id FROM ${table} ORDER BY id DESC LIMIT ${NEWEST})`,
      );
    }
    await runner.query(
      `CREATE INDEX "posts_terms_idx" ON "posts" USING gin ("terms") WITH (fastupdate = off) WHERE "is_public" AND NOT "is_archived"`,
    );
    await runner.query(
      `CREATE INDEX "images_terms_idx" ON "images" USING gin ("terms") WITH (fastupdate = off) WHERE "is_public"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "images_terms_idx"`);
    await runner.query(`DROP INDEX "posts_terms_idx"`);
  }
}
