import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records removed authors as channel revisions, for resuming clients. */
export class AuthorRemovals1795206000045 implements MigrationInterface {
  name = 'AuthorRemovals1795206000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "author_removals" ("channel_id" uuid NOT NULL, "rev" integer NOT NULL, "user_id" uuid, "removed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "author_removals_pkey" PRIMARY KEY ("channel_id", "rev"))`,
    );
    await runner.query(
      `CREATE INDEX "author_removals_named_idx" ON "author_removals" ("removed_at") WHERE "user_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "author_removals" ADD CONSTRAINT "author_removals_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "author_removals"`);
  }
}
