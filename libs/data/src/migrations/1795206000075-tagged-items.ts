import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const TRIGGERS = [
  ['posts_index_tags', 'tags, is_public, is_archived ON posts', 'index_post_tags'],
  ['images_index_tags', 'tags, is_public ON images', 'index_picture_tags'],
] as const;

/** Lists visible posts and pictures by tag. Triggers maintain the lists, so that the previous version does too. */
export class TaggedItems1795206000075 implements MigrationInterface {
  name = 'TaggedItems1795206000075';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "tagged_items" ("tag" text NOT NULL, "kind" text NOT NULL, "item_id" uuid NOT NULL, CONSTRAINT "tagged_items_pkey" PRIMARY KEY ("tag", "kind", "item_id"))`,
    );
    await installFunctions(
      runner,
      TRIGGERS.map(([, , run]) => run),
    );
    // Creating the triggers locks both tables until the commit, so no item is missed below.
    for (const [name, event, run] of TRIGGERS) {
      await runner.query(
        `CREATE TRIGGER ${name} AFTER INSERT OR DELETE OR UPDATE OF ${event} FOR EACH ROW EXECUTE FUNCTION ${run}()`,
      );
    }
    await runner.query(
      `INSERT INTO tagged_items (tag, kind, item_id)
       SELECT unnest(tags), 'post', id FROM posts WHERE is_public AND NOT is_archived
       UNION SELECT unnest(tags), 'image', id FROM images WHERE is_public`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER posts_index_tags ON posts`);
    await runner.query(`DROP TRIGGER images_index_tags ON images`);
    for (const [, , run] of TRIGGERS) await runner.query(`DROP FUNCTION ${run}()`);
    await runner.query(`DROP TABLE "tagged_items"`);
  }
}
