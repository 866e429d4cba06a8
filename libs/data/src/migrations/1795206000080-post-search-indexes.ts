import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the word indexes of posts. A transaction cannot build them concurrently: for about two minutes per 1,000,000
 * posts, posts can be read but not written. Other tables stay writable, hence a migration of its own.
 */
export class PostSearchIndexes1795206000080 implements MigrationInterface {
  name = 'PostSearchIndexes1795206000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await runner.query(
      `CREATE INDEX "posts_title_words_idx" ON "posts" USING gin (
         to_tsvector('simple', translate(casefold(("title") COLLATE "pg_unicode_fast"), './@<>&_-', '        ')))
         WITH (fastupdate = off) WHERE "is_public" AND NOT "is_archived"`,
    );
    await runner.query(
      `CREATE INDEX "posts_words_idx" ON "posts" USING gin (
         to_tsvector('simple', translate(casefold(("title" || E'\\n' || left("content", 4000)) COLLATE "pg_unicode_fast"), './@<>&_-', '        ')))
         WITH (fastupdate = off) WHERE "is_public" AND NOT "is_archived"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "posts_words_idx"`);
    await runner.query(`DROP INDEX "posts_title_words_idx"`);
  }
}
