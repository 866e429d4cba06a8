import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies to posts, which their authors can close, and ripples. */
export class RepliesAndRipples1795206000071 implements MigrationInterface {
  name = 'RepliesAndRipples1795206000071';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "posts" ADD "are_replies_closed" boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE TABLE "post_replies" ("id" uuid NOT NULL DEFAULT uuidv7(), "post_id" uuid NOT NULL, "user_id" uuid, "parent_id" uuid, "content" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "post_replies_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "post_replies_parent_idx" ON "post_replies" ("parent_id") WHERE "parent_id" is not null`,
    );
    await runner.query(`CREATE INDEX "post_replies_own_idx" ON "post_replies" ("user_id", "id")`);
    await runner.query(`CREATE INDEX "post_replies_post_idx" ON "post_replies" ("post_id", "id")`);
    await runner.query(
      `CREATE TABLE "ripples" ("post_id" uuid NOT NULL, "user_id" uuid NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "ripples_pkey" PRIMARY KEY ("post_id", "user_id"))`,
    );
    await runner.query(`CREATE INDEX "ripples_own_idx" ON "ripples" ("user_id", "post_id")`);
    await runner.query(`CREATE INDEX "ripples_newest_idx" ON "ripples" ("post_id", "id")`);
    await runner.query(
      `ALTER TABLE "post_replies" ADD CONSTRAINT "post_replies_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "post_replies" ADD CONSTRAINT "post_replies_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "post_replies" ADD CONSTRAINT "post_replies_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "post_replies"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "ripples" ADD CONSTRAINT "ripples_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "ripples" ADD CONSTRAINT "ripples_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "ripples"`);
    await runner.query(`DROP TABLE "post_replies"`);
    await runner.query(`ALTER TABLE "posts" DROP COLUMN "are_replies_closed"`);
  }
}
