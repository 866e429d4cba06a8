import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite', 'message', 'direct', 'reminder', 'unsent', 'report', 'application', 'export_done', 'export_failed'`;

/** A seeded dimension. */
const TERMINAL_GAMES = '019abb00-0004-7000-8000-000000000000';

/**
 * Adds games, and names them in the seeded dimension unless its owner changed the text. To the previous release, an event of a game is a message of a thread, and its pages show no part of a night log that
 * says that it is the member's turn.
 */
export class Games1795900000001 implements MigrationInterface {
  name = 'Games1795900000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "games" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "channel_id" uuid NOT NULL, "parent_id" uuid NOT NULL, "number" integer NOT NULL, "kind" text NOT NULL, "size" text, "scoring" text, "story" text, "bank_seconds" integer NOT NULL, "move_seconds" integer NOT NULL, "status" text NOT NULL DEFAULT 'open', "invited_id" uuid, "secret" text, "to_move" smallint array NOT NULL DEFAULT '{}', "deadline_at" TIMESTAMP WITH TIME ZONE, "event_count" integer NOT NULL DEFAULT '0', "last_move" text, "outcome" jsonb, "is_open_to_visitors" boolean NOT NULL DEFAULT false, "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "games_number_key" UNIQUE ("parent_id", "number"), CONSTRAINT "games_kind_check" CHECK ("kind" in ('chess', 'go', 'words', 'adventure')), CONSTRAINT "games_status_check" CHECK ("status" in ('open', 'active', 'over')), CONSTRAINT "games_size_check" CHECK ("size" in ('9', '13', '19')), CONSTRAINT "games_scoring_check" CHECK ("scoring" in ('area', 'territory')), CONSTRAINT "games_story_check" CHECK ("story" in ('the-last-lighthouse', 'the-night-train')), CONSTRAINT "games_pkey" PRIMARY KEY ("channel_id"))`,
    );
    await runner.query(`CREATE INDEX "games_place_idx" ON "games"  ("parent_id", "status", "channel_id")`);
    await runner.query(
      `CREATE INDEX "games_open_idx" ON "games"  ("status", "channel_id") WHERE "is_open_to_visitors"`,
    );
    await runner.query(
      `CREATE INDEX "games_deadline_at_idx" ON "games"  ("deadline_at") WHERE "deadline_at" is not null`,
    );
    await runner.query(
      `CREATE INDEX "games_invited_id_idx" ON "games"  ("invited_id") WHERE "invited_id" is not null`,
    );
    await runner.query(
      `CREATE TABLE "game_players" ("game_id" uuid NOT NULL, "seat" smallint NOT NULL, "user_id" uuid, "is_out" boolean NOT NULL DEFAULT false, CONSTRAINT "game_players_pkey" PRIMARY KEY ("game_id", "seat"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "game_players_member_key" ON "game_players"  ("user_id", "game_id") WHERE "user_id" is not null`,
    );
    await runner.query(
      `CREATE TABLE "open_players" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "user_id" uuid NOT NULL, CONSTRAINT "open_players_pkey" PRIMARY KEY ("user_id"))`,
    );
    for (const [table, column, target, onDelete] of [
      ['games', 'channel_id', 'channels"("id', 'CASCADE'],
      ['games', 'parent_id', 'channels"("id', 'CASCADE'],
      ['games', 'invited_id', 'users"("id', 'SET NULL'],
      ['game_players', 'game_id', 'games"("channel_id', 'CASCADE'],
      ['game_players', 'user_id', 'users"("id', 'SET NULL'],
      ['open_players', 'user_id', 'users"("id', 'CASCADE'],
    ] as const) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}") ON DELETE ${onDelete} ON UPDATE NO ACTION`,
      );
    }
    await runner.query(`ALTER TABLE "messages" ADD "event" jsonb`);
    await runner.query(
      `CREATE INDEX "messages_events_idx" ON "messages"  ("channel_id", "seq") WHERE "event" is not null`,
    );
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS.replace(", 'report'", ", 'turn', 'report'")})),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" in ('message', 'direct', 'reminder', 'turn')) = ("message_seq" is not null))`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message,direct,reminder,unsent,turn}'`,
    );
    await runner.query(`UPDATE "notification_settings" SET "push_kinds" = "push_kinds" || '{turn}'`);
    await runner.query('UPDATE servers SET description = $2 WHERE id = $1 AND description = $3', [
      TERMINAL_GAMES,
      'Chess, Go, five letters, shared adventures. All of it in characters, all of it live.',
      'Chess, rogues, card rooms. All of it in characters, all of it live.',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE "notification_settings" SET "push_kinds" = array_remove("push_kinds", 'turn')`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message,direct,reminder,unsent}'`,
    );
    await runner.query(`DELETE FROM "notifications" WHERE "kind" = 'turn'`);
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS})),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" in ('message', 'direct', 'reminder')) = ("message_seq" is not null))`,
    );
    await runner.query(`DROP INDEX "messages_events_idx"`);
    await runner.query(`ALTER TABLE "messages" DROP COLUMN "event"`);
    await runner.query(`DROP TABLE "open_players"`);
    await runner.query(`DROP TABLE "game_players"`);
    await runner.query(`DROP TABLE "games"`);
  }
}
