import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds slow mode and locked channels. The functions that it ships with apply them to messages of the previous release, too. */
export class ChannelLimits1795500400010 implements MigrationInterface {
  name = 'ChannelLimits1795500400010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" ADD "is_locked" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "channels" ADD "slow_mode_seconds" integer`);
    await runner.query(
      `CREATE TABLE "slow_mode_marks" ("channel_id" uuid NOT NULL, "user_id" uuid NOT NULL, "written_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "slow_mode_marks_pkey" PRIMARY KEY ("channel_id", "user_id"))`,
    );
    await runner.query(`CREATE INDEX "slow_mode_marks_written_idx" ON "slow_mode_marks"  ("written_at")`);
    await runner.query(`CREATE INDEX "slow_mode_marks_user_id_idx" ON "slow_mode_marks"  ("user_id")`);
    await runner.query(
      `ALTER TABLE "slow_mode_marks" ADD CONSTRAINT "slow_mode_marks_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "slow_mode_marks" ADD CONSTRAINT "slow_mode_marks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "slow_mode_marks"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "slow_mode_seconds"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "is_locked"`);
  }
}
