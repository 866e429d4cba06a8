import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets members keep pictures of others on their boards. */
export class KeptOnBoards1795206000095 implements MigrationInterface {
  name = 'KeptOnBoards1795206000095';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bookmarks" ADD "board_id" uuid`);
    await runner.query(
      `ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_board_check" CHECK ("board_id" is null or "image_id" is not null)`,
    );
    await runner.query(
      `CREATE INDEX "bookmarks_board_idx" ON "bookmarks"  ("board_id", "image_id") WHERE "board_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "boards"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "bookmarks" DROP COLUMN "board_id"`);
  }
}
