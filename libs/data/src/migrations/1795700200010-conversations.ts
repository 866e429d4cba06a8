import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite', 'message', 'report', 'application'`;

/** Adds direct conversations: channels without a server. The previous release finds no server there, so it shows none of them. */
export class Conversations1795700200010 implements MigrationInterface {
  name = 'Conversations1795700200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" ADD "is_conversation" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "channels" ADD "most_seq" integer`);
    await runner.query(`ALTER TABLE "channels" DROP CONSTRAINT "channels_place_check"`);
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_place_check" CHECK (num_nonnulls("server_id", "parent_id") + "is_conversation"::integer = 1 and num_nonnulls("parent_id", "parent_server_id", "parent_message_id") in (0, 3))`,
    );
    await runner.query(`ALTER TABLE "users" ADD "shows_seen_marks" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "users" ADD "first_messages_from" text NOT NULL DEFAULT 'all'`);
    await runner.query(
      `ALTER TABLE "users" ADD CONSTRAINT "users_first_messages_from_check" CHECK ("first_messages_from" in ('all', 'related', 'nobody'))`,
    );
    await runner.query(
      `CREATE TABLE "conversations" ("channel_id" uuid NOT NULL, "is_group" boolean NOT NULL, "disappears_after_days" smallint NOT NULL DEFAULT '0', "lower_id" uuid, "higher_id" uuid, CONSTRAINT "conversations_disappearing_check" CHECK ("disappears_after_days" in (0, 1, 7, 30)), CONSTRAINT "conversations_order_check" CHECK ("lower_id" < "higher_id"), CONSTRAINT "conversations_two_check" CHECK (not "is_group" or num_nonnulls("lower_id", "higher_id") = 0), CONSTRAINT "conversations_pkey" PRIMARY KEY ("channel_id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "conversations_two_key" ON "conversations"  ("lower_id", "higher_id") WHERE not "is_group"`,
    );
    await runner.query(
      `CREATE INDEX "conversations_higher_id_idx" ON "conversations"  ("higher_id") WHERE "higher_id" is not null`,
    );
    await runner.query(
      `CREATE TABLE "conversation_members" ("channel_id" uuid NOT NULL, "user_id" uuid NOT NULL, "state" text NOT NULL, "activity_id" uuid, "joined_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "conversation_members_state_check" CHECK ("state" in ('joined', 'requested', 'declined', 'left')), CONSTRAINT "conversation_members_pkey" PRIMARY KEY ("channel_id", "user_id"))`,
    );
    await runner.query(
      `CREATE INDEX "conversation_members_user_id_idx" ON "conversation_members"  ("user_id")`,
    );
    await runner.query(
      `CREATE INDEX "conversation_members_requested_idx" ON "conversation_members"  ("user_id", "activity_id") WHERE "state" = 'requested' and "activity_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "conversation_members_joined_idx" ON "conversation_members"  ("user_id", "activity_id") WHERE "state" = 'joined' and "activity_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "conversations" ADD CONSTRAINT "conversations_lower_id_fkey" FOREIGN KEY ("lower_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "conversations" ADD CONSTRAINT "conversations_higher_id_fkey" FOREIGN KEY ("higher_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "disappearing_messages" ("message_id" uuid NOT NULL, "disappears_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "disappearing_messages_pkey" PRIMARY KEY ("message_id"))`,
    );
    await runner.query(
      `CREATE INDEX "disappearing_messages_due_idx" ON "disappearing_messages"  ("disappears_at")`,
    );
    await runner.query(
      `ALTER TABLE "disappearing_messages" ADD CONSTRAINT "disappearing_messages_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS.replace(", 'report'", ", 'direct', 'report'")})),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" in ('message', 'direct')) = ("message_seq" is not null))`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message,direct}',
         ALTER COLUMN "digest_kinds" SET DEFAULT '{mention,reply,link,invite,direct}'`,
    );
    await runner.query(
      `UPDATE "notification_settings" SET "push_kinds" = "push_kinds" || '{direct}', "digest_kinds" = "digest_kinds" || '{direct}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "notifications" WHERE "kind" = 'direct'`);
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS})),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" = 'message') = ("message_seq" is not null))`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message}',
         ALTER COLUMN "digest_kinds" SET DEFAULT '{mention,reply,link,invite}'`,
    );
    await runner.query(
      `UPDATE "notification_settings"
          SET "push_kinds" = array_remove("push_kinds", 'direct'), "digest_kinds" = array_remove("digest_kinds", 'direct')`,
    );
    await runner.query(`DELETE FROM "channels" WHERE "is_conversation"`);
    await runner.query(`DROP TABLE "conversation_members"`);
    await runner.query(`DROP TABLE "conversations"`);
    await runner.query(`DROP TABLE "disappearing_messages"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "first_messages_from"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "shows_seen_marks"`);
    await runner.query(`ALTER TABLE "channels" DROP CONSTRAINT "channels_place_check"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "most_seq"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "is_conversation"`);
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_place_check" CHECK (num_nonnulls("server_id", "parent_id") = 1 and num_nonnulls("parent_id", "parent_server_id", "parent_message_id") in (0, 3))`,
    );
  }
}
