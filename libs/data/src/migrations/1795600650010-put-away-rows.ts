import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of the night log that are done, or come back at a time. */
export class PutAwayRows1795600650010 implements MigrationInterface {
  name = 'PutAwayRows1795600650010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "notifications" ADD "put_away_at" TIMESTAMP WITH TIME ZONE, ADD "remind_at" TIMESTAMP WITH TIME ZONE, ADD "happened_at" TIMESTAMP WITH TIME ZONE`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_put_away_check" CHECK ("put_away_at" is null and "remind_at" is null or "put_away_at" is not null and "read_at" is not null)`,
    );
    // The previous release lists a kind through notifications_log_idx.
    await runner.query(`DROP INDEX "notifications_kind_idx"`);
    await runner.query(
      `CREATE INDEX "notifications_open_idx" ON "notifications"  ("recipient_id", "id", "kind") WHERE "is_head" and "put_away_at" is null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_done_idx" ON "notifications"  ("recipient_id", "id") WHERE "is_head" and "put_away_at" is not null and "remind_at" is null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_reminders_idx" ON "notifications"  ("recipient_id", "remind_at", "id") WHERE "is_head" and "remind_at" is not null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_due_idx" ON "notifications"  ("remind_at") WHERE "remind_at" is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['due', 'reminders', 'done', 'open']) {
      await runner.query(`DROP INDEX "notifications_${name}_idx"`);
    }
    await runner.query(
      `CREATE INDEX "notifications_kind_idx" ON "notifications"  ("recipient_id", "kind", "id") WHERE "is_head"`,
    );
    await runner.query(`ALTER TABLE "notifications" DROP CONSTRAINT "notifications_put_away_check"`);
    await runner.query(
      `ALTER TABLE "notifications" DROP COLUMN "happened_at", DROP COLUMN "remind_at", DROP COLUMN "put_away_at"`,
    );
  }
}
