import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const TRIGGERS = [
  ['posts_created', 'INSERT ON posts REFERENCING NEW', 'count_created_posts'],
  ['posts_deleted', 'DELETE ON posts REFERENCING OLD', 'count_deleted_posts'],
  ['images_created', 'INSERT ON images REFERENCING NEW', 'count_created_pictures'],
  ['images_deleted', 'DELETE ON images REFERENCING OLD', 'count_deleted_pictures'],
] as const;

/** Counts posts and pictures for the quotas. Triggers maintain the counts, so that the previous version does too. */
export class MemberUsage1795206000046 implements MigrationInterface {
  name = 'MemberUsage1795206000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "member_usage" ("user_id" uuid NOT NULL, "posts" integer NOT NULL DEFAULT 0, "pictures" integer NOT NULL DEFAULT 0, "picture_bytes" bigint NOT NULL DEFAULT 0, CONSTRAINT "member_usage_pkey" PRIMARY KEY ("user_id"))`,
    );
    await installFunctions(
      runner,
      TRIGGERS.map(([, , run]) => run),
    );
    // Creating the triggers locks both tables until the commit, so the counts below are exact.
    for (const [name, event, run] of TRIGGERS) {
      await runner.query(
        `CREATE TRIGGER ${name} AFTER ${event} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`,
      );
    }
    await runner.query(
      `INSERT INTO member_usage AS usage (user_id, posts) SELECT user_id, count(*) FROM posts GROUP BY user_id`,
    );
    await runner.query(
      `INSERT INTO member_usage AS usage (user_id, pictures, picture_bytes)
       SELECT image.user_id, count(*), coalesce(sum(object.size), 0)
         FROM images image JOIN objects object ON object.path = image.image_url GROUP BY image.user_id
       ON CONFLICT (user_id) DO UPDATE SET pictures = excluded.pictures, picture_bytes = excluded.picture_bytes`,
    );
    await runner.query(
      `ALTER TABLE "member_usage" ADD CONSTRAINT "member_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, event, run] of TRIGGERS) {
      await runner.query(`DROP TRIGGER ${name} ON ${event.includes('posts') ? 'posts' : 'images'}`);
      await runner.query(`DROP FUNCTION ${run}()`);
    }
    await runner.query(`DROP TABLE "member_usage"`);
  }
}
