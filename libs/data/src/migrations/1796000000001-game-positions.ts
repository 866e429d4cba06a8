import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the positions that games start from. The previous release offers no such game, and starts one as usual. */
export class GamePositions1796000000001 implements MigrationInterface {
  name = 'GamePositions1796000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "games" ADD "position" text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "games" DROP COLUMN "position"`);
  }
}
