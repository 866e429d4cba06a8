import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const FUNCTION = 'index_post_words';

/**
 * Stores the words of posts. A trigger maintains them, so that the previous version does too, and the workers add those of
 * older posts: a generated column would rewrite the table under an exclusive lock.
 */
export class PostWords1795300400011 implements MigrationInterface {
  name = 'PostWords1795300400011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "posts" ADD "words" tsvector`);
    await installFunctions(runner, [FUNCTION]);
    await runner.query(
      `CREATE TRIGGER posts_index_words BEFORE INSERT OR UPDATE OF title, content ON posts FOR EACH ROW EXECUTE FUNCTION ${FUNCTION}()`,
    );
    await runner.query(
      `INSERT INTO outbox (topic, subject)
       SELECT 'index-posts', '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM posts)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM outbox WHERE topic = 'index-posts'`);
    await runner.query(`DROP TRIGGER posts_index_words ON posts`);
    await runner.query(`DROP FUNCTION ${FUNCTION}()`);
    await runner.query(`ALTER TABLE "posts" DROP COLUMN "words"`);
  }
}
