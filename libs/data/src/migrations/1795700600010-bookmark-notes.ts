import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds what members note about what they keep. */
export class BookmarkNotes1795700600010 implements MigrationInterface {
  name = 'BookmarkNotes1795700600010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bookmarks" ADD "note" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bookmarks" DROP COLUMN "note"`);
  }
}
