import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Soft-deleted messages keep their row but not their text. */
export class Tombstones1795206000009 implements MigrationInterface {
  name = 'Tombstones1795206000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE messages SET content = '' WHERE deleted_at IS NOT NULL AND content <> ''`);
    await runner.query(
      `ALTER TABLE "messages" ADD CONSTRAINT "messages_tombstone_check" CHECK ("deleted_at" is null or "content" = '')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "messages" DROP CONSTRAINT "messages_tombstone_check"`);
  }
}
