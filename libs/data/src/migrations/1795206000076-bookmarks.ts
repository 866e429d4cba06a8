import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUBJECTS = [
  ['member', 'users'],
  ['post', 'posts'],
  ['image', 'images'],
  ['message', 'messages'],
] as const;

/** Adds what members keep for later. */
export class Bookmarks1795206000076 implements MigrationInterface {
  name = 'Bookmarks1795206000076';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "bookmarks" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "member_id" uuid, "post_id" uuid, "image_id" uuid, "message_id" uuid, "tag" text, "opened_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "bookmarks_subject_check" CHECK (num_nonnulls("member_id", "post_id", "image_id", "message_id", "tag") = 1), CONSTRAINT "bookmarks_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "bookmarks_own_idx" ON "bookmarks"  ("user_id", "id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "bookmarks_tag_key" ON "bookmarks"  ("user_id", "tag") WHERE "tag" is not null`,
    );
    await runner.query(
      `ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    for (const [subject, table] of SUBJECTS) {
      await runner.query(
        `CREATE UNIQUE INDEX "bookmarks_${subject}_key" ON "bookmarks"  ("${subject}_id", "user_id") WHERE "${subject}_id" is not null`,
      );
      await runner.query(
        `ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_${subject}_id_fkey" FOREIGN KEY ("${subject}_id") REFERENCES "${table}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "bookmarks"`);
  }
}
