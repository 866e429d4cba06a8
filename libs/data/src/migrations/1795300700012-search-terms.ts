import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const TRIGGERED = ['index_post_terms', 'index_picture_terms'] as const;
/** In the order of their dependencies. */
const FUNCTIONS = ['search_form', 'search_words', 'search_runs', 'search_terms', ...TRIGGERED] as const;
/** So many of the newest posts and pictures are found at once; the workers add the older ones. */
const NEWEST = 10_000;

/**
 * Adds the terms by which a search finds words of all scripts. Triggers store those of posts and pictures, so that the
 * previous version does too. It searches the words of before, which a later migration drops.
 */
export class SearchTerms1795300700012 implements MigrationInterface {
  name = 'SearchTerms1795300700012';

  async up(runner: QueryRunner): Promise<void> {
    await installFunctions(runner, FUNCTIONS);
    await runner.query(
      `CREATE INDEX "users_display_name_form_idx" ON "users" ((search_form("display_name")) COLLATE "C")`,
    );
    await runner.query(
      `CREATE INDEX "users_terms_idx" ON "users" USING gin (
         search_terms("username" || E'\\n' || coalesce("display_name", '') || E'\\n' || coalesce("bio", ''), ''))
         WITH (fastupdate = off)`,
    );
    await runner.query(`CREATE INDEX "tags_name_form_idx" ON "tags" ((search_form("name")) COLLATE "C")`);
    await runner.query(
      `CREATE INDEX "tags_terms_idx" ON "tags" USING gin (search_terms("name", '')) WITH (fastupdate = off)`,
    );
    await runner.query(
      `CREATE INDEX "servers_public_name_form_idx" ON "servers" ((search_form("name")) COLLATE "C") WHERE "is_public"`,
    );
    await runner.query(
      `CREATE INDEX "servers_public_terms_idx" ON "servers" USING gin (
         search_terms("name" || E'\\n' || coalesce("description", ''), '')) WITH (fastupdate = off) WHERE "is_public"`,
    );
    for (const table of ['posts', 'images']) {
      await runner.query(`ALTER TABLE "${table}" ADD "terms" tsvector`);
    }
    await runner.query(
      `CREATE TRIGGER posts_index_terms BEFORE INSERT OR UPDATE OF title, content ON posts FOR EACH ROW EXECUTE FUNCTION index_post_terms()`,
    );
    await runner.query(
      `CREATE TRIGGER images_index_terms BEFORE INSERT OR UPDATE OF title, tags ON images FOR EACH ROW EXECUTE FUNCTION index_picture_terms()`,
    );
    await runner.query(
      `UPDATE posts SET content = content WHERE id IN (SELECT id FROM posts ORDER BY id DESC LIMIT ${NEWEST})`,
    );
    await runner.query(
      `UPDATE images SET title = title WHERE id IN (SELECT id FROM images ORDER BY id DESC LIMIT ${NEWEST})`,
    );
    await runner.query(
      `CREATE INDEX "posts_terms_idx" ON "posts" USING gin ("terms") WITH (fastupdate = off) WHERE "is_public" AND NOT "is_archived"`,
    );
    await runner.query(
      `CREATE INDEX "images_terms_idx" ON "images" USING gin ("terms") WITH (fastupdate = off) WHERE "is_public"`,
    );
    await runner.query(
      `INSERT INTO outbox (topic, subject)
       SELECT 'index-terms', 'posts/00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM users)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM outbox WHERE topic = 'index-terms'`);
    await runner.query(`DROP TRIGGER images_index_terms ON images`);
    await runner.query(`DROP TRIGGER posts_index_terms ON posts`);
    for (const table of ['images', 'posts']) {
      await runner.query(`ALTER TABLE "${table}" DROP COLUMN "terms"`);
    }
    for (const index of [
      'servers_public_terms_idx',
      'servers_public_name_form_idx',
      'tags_terms_idx',
      'tags_name_form_idx',
      'users_terms_idx',
      'users_display_name_form_idx',
    ]) {
      await runner.query(`DROP INDEX "${index}"`);
    }
    for (const name of TRIGGERED) await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query('DROP FUNCTION search_terms(text, text)');
    for (const name of ['search_runs', 'search_words', 'search_form']) {
      await runner.query(`DROP FUNCTION ${name}(text)`);
    }
  }
}
