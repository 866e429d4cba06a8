import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Seeded channels of existing installations. */
const LAST_NIGHT = '019abb00-0003-7000-8000-000000000001';
const THIS_TIDE = '019abb00-0005-7000-8000-000000000002';

/**
 * Adds channels whose messages fade every day, and channels that open one message at each full moon. Two seeded channels start
 * doing so, once, so that later choices of their owner stay. Messages fade from a week later on, unless the owner chose how long
 * they are kept, or renamed the channel. The first full moon is set to now: the worker then computes the next one, and no message
 * was left before it.
 *
 * The previous release calls the same functions, so it hides faded messages, and the new worker deletes them. It sends a message
 * that a full moon opened without pinning it.
 */
export class RoomsByTime1795702000001 implements MigrationInterface {
  name = 'RoomsByTime1795702000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "channels"
         ADD "fade_minute" smallint,
         ADD "moon_at" TIMESTAMP WITH TIME ZONE,
         ADD CONSTRAINT "channels_fade_minute_check" CHECK ("fade_minute" between 0 and 1439)`,
    );
    await runner.query(
      `CREATE INDEX "channels_fade_minute_idx" ON "channels"  ("id") WHERE "fade_minute" is not null`,
    );
    await runner.query(
      `CREATE INDEX "channels_moon_at_idx" ON "channels"  ("moon_at", "id") WHERE "moon_at" is not null`,
    );
    await runner.query(
      `ALTER TABLE "scheduled_messages"
         ADD "is_left" boolean NOT NULL DEFAULT false,
         DROP CONSTRAINT "scheduled_messages_failure_check",
         ADD CONSTRAINT "scheduled_messages_failure_check" CHECK (("due_at" is null) = ("failure" is not null) or "is_left")`,
    );
    await runner.query(
      `CREATE INDEX "scheduled_messages_left_idx" ON "scheduled_messages"  ("channel_id") WHERE "is_left" and "due_at" is null`,
    );
    await runner.query(
      `UPDATE channels channel
          SET fade_minute = 360, former_message_days = 0, former_message_days_until = now() + interval '7 days'
         FROM servers place
        WHERE channel.id = $1 AND channel.name = 'last-night' AND channel.message_days IS NULL
          AND place.id = channel.server_id AND place.message_days = 0`,
      [LAST_NIGHT],
    );
    await runner.query(`UPDATE channels SET moon_at = now() WHERE id = $1 AND name = 'this-tide'`, [
      THIS_TIDE,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "scheduled_messages" WHERE "is_left"`);
    await runner.query(`DROP INDEX "scheduled_messages_left_idx"`);
    await runner.query(
      `ALTER TABLE "scheduled_messages"
         DROP CONSTRAINT "scheduled_messages_failure_check",
         DROP COLUMN "is_left",
         ADD CONSTRAINT "scheduled_messages_failure_check" CHECK (("due_at" is null) = ("failure" is not null))`,
    );
    await runner.query(`DROP INDEX "channels_moon_at_idx"`);
    await runner.query(`DROP INDEX "channels_fade_minute_idx"`);
    await runner.query(
      `ALTER TABLE "channels"
         DROP CONSTRAINT "channels_fade_minute_check",
         DROP COLUMN "moon_at",
         DROP COLUMN "fade_minute"`,
    );
  }
}
