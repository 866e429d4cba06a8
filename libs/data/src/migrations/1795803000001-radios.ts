import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A seeded channel of existing installations. */
const ON_AIR = '019abb00-0002-7000-8000-000000000001';

/**
 * Adds radios of channels, and their tracks. A seeded channel of an existing installation gets one, once, so that what its owner
 * chooses later stays. The seed adds its tracks, because files need the object store.
 *
 * The previous release does not delete the files of tracks as unclaimed, because their objects are used.
 */
export class Radios1795803000001 implements MigrationInterface {
  name = 'Radios1795803000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "radios" ("channel_id" uuid NOT NULL, "track_id" uuid, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "quiet_from" smallint, "quiet_to" smallint, "awaits_tracks" boolean NOT NULL DEFAULT false, CONSTRAINT "radios_quiet_check" CHECK (num_nonnulls("quiet_from", "quiet_to") in (0, 2) and "quiet_from" between 0 and 1439 and "quiet_to" between 0 and 1439 and "quiet_from" <> "quiet_to"), CONSTRAINT "radios_pkey" PRIMARY KEY ("channel_id"))`,
    );
    await runner.query(
      `CREATE TABLE "radio_tracks" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "channel_id" uuid NOT NULL, "user_id" uuid NOT NULL, "title" text NOT NULL, "duration_ms" integer, "refusal" text, CONSTRAINT "radio_tracks_refusal_check" CHECK ("refusal" in ('unreadable', 'too_short', 'too_long')), CONSTRAINT "radio_tracks_state_check" CHECK (num_nonnulls("duration_ms", "refusal") <= 1), CONSTRAINT "radio_tracks_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "radio_tracks_order_idx" ON "radio_tracks"  ("channel_id", "id")`);
    await runner.query(`CREATE INDEX "radio_tracks_own_idx" ON "radio_tracks"  ("user_id", "id")`);
    await runner.query(
      `ALTER TABLE "radios" ADD CONSTRAINT "radios_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "radio_tracks" ADD CONSTRAINT "radio_tracks_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "radios"("channel_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "radio_tracks" ADD CONSTRAINT "radio_tracks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "attachments"
         ADD "track_id" uuid,
         DROP CONSTRAINT "attachments_owner_check",
         ADD CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls("message_id", "held_message_id", "scheduled_message_id", "post_id", "reply_id", "track_id") <= 1)`,
    );
    await runner.query(
      `CREATE INDEX "attachments_track_idx" ON "attachments"  ("track_id") WHERE "track_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_track_id_fkey" FOREIGN KEY ("track_id") REFERENCES "radio_tracks"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `INSERT INTO radios (channel_id, awaits_tracks) SELECT id, true FROM channels WHERE id = $1 AND name = 'on-air'`,
      [ON_AIR],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // Their objects are discarded, as with every attachment.
    await runner.query(`DELETE FROM "attachments" WHERE "track_id" is not null`);
    await runner.query(
      `ALTER TABLE "attachments"
         DROP CONSTRAINT "attachments_owner_check",
         DROP COLUMN "track_id",
         ADD CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls("message_id", "held_message_id", "scheduled_message_id", "post_id", "reply_id") <= 1)`,
    );
    await runner.query(`DROP TABLE "radio_tracks"`);
    await runner.query(`DROP TABLE "radios"`);
  }
}
