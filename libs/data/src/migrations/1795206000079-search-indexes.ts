import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the indexes for searching members, tags, pictures and dimensions, and `pg_trgm` if an operator removed it. They
 * index expressions, because a generated column would rewrite its table under an exclusive lock. Without `fastupdate`
 * no search reads a list of pending entries.
 */
export class SearchIndexes1795206000079 implements MigrationInterface {
  name = 'SearchIndexes1795206000079';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await runner.query(`CREATE INDEX "users_username_prefix_idx" ON "users" ("username" COLLATE "C")`);
    await runner.query(
      `CREATE INDEX "users_display_name_prefix_idx" ON "users"
        ((casefold("display_name" COLLATE "pg_unicode_fast")) COLLATE "C")`,
    );
    await runner.query(
      `CREATE INDEX "users_text_idx" ON "users" USING gin (
         casefold(("username" || E'\\n' || coalesce("display_name", '') || E'\\n' || coalesce("bio", '')) COLLATE "pg_unicode_fast")
         gin_trgm_ops) WITH (fastupdate = off)`,
    );
    await runner.query(`CREATE INDEX "tags_name_prefix_idx" ON "tags" ("name" COLLATE "C")`);
    await runner.query(
      `CREATE INDEX "tags_name_part_idx" ON "tags" USING gin ("name" gin_trgm_ops) WITH (fastupdate = off)`,
    );
    await runner.query(
      `CREATE INDEX "servers_public_name_idx" ON "servers"
        ((casefold("name" COLLATE "pg_unicode_fast")) COLLATE "C") WHERE "is_public"`,
    );
    await runner.query(`CREATE INDEX "images_public_idx" ON "images"  ("id") WHERE "is_public"`);
    await runner.query(
      `CREATE INDEX "images_words_idx" ON "images" USING gin ((
         to_tsvector('simple', translate(casefold((coalesce("title", '')) COLLATE "pg_unicode_fast"), './@<>&_-', '        '))
         || array_to_tsvector("tags"))) WITH (fastupdate = off) WHERE "is_public"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "images_words_idx"`);
    await runner.query(`DROP INDEX "images_public_idx"`);
    await runner.query(`DROP INDEX "servers_public_name_idx"`);
    await runner.query(`DROP INDEX "tags_name_part_idx"`);
    await runner.query(`DROP INDEX "tags_name_prefix_idx"`);
    await runner.query(`DROP INDEX "users_text_idx"`);
    await runner.query(`DROP INDEX "users_display_name_prefix_idx"`);
    await runner.query(`DROP INDEX "users_username_prefix_idx"`);
  }
}
