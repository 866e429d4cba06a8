import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WritePositions1795500300010 implements MigrationInterface {
  name = 'WritePositions1795500300010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" ADD "write_position" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "sessions" DROP COLUMN "write_position"');
  }
}
