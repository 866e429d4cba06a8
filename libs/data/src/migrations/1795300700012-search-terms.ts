import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const TRIGGERED = ['index_post_terms', 'index_picture_terms'] as const;
/** In the order of their dependencies. */
const FUNCTIONS = ['search_form', 'search_words', 'search_runs', 'search_terms', ...TRIGGERED] as const;

/**
 * Adds the terms by which a search finds words of all scripts. Triggers store those of posts and pictures, so that the
 * previous version does too, and the workers add those of older ones. The previous version searches the words
 * of before, which a later migration drops.
 */
export class SearchTerms1795300700012 implements MigrationInterface {
  name = 'SearchTerms1795300700012';

  async up(runner: QueryRunner): Promise<void> {
    await installFunctions(runner, FUNCTIONS);
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
    for (const name of TRIGGERED) await runner.query(`DROP FUNCTION ${name}()`);
    await runner.query('DROP FUNCTION search_terms(text, text)');
    for (const name of ['search_runs', 'search_words', 'search_form']) {
      await runner.query(`DROP FUNCTION ${name}(text)`);
    }
  }
}
