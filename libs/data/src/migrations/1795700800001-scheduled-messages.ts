import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite', 'message', 'direct', 'report', 'application'`;

/**
 * Adds scheduled messages, and reminders of messages. The previous release sends none of the former. It brings the latter back,
 * and its pages do not know the kind, so that they show no part of a night log with one.
 */
export class ScheduledMessages1795700800001 implements MigrationInterface {
  name = 'ScheduledMessages1795700800001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "scheduled_messages" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "channel_id" uuid, "content" text NOT NULL, "nonce" text NOT NULL, "reply_to_seq" integer, "accepts_warning" boolean NOT NULL DEFAULT false, "send_at" TIMESTAMP WITH TIME ZONE NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE, "claimed_until" TIMESTAMP WITH TIME ZONE, "failure" jsonb, CONSTRAINT "scheduled_messages_nonce_key" UNIQUE ("user_id", "nonce"), CONSTRAINT "scheduled_messages_failure_check" CHECK (("due_at" is null) = ("failure" is not null)), CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "scheduled_messages_own_idx" ON "scheduled_messages"  ("user_id", "send_at", "id")`,
    );
    await runner.query(
      `CREATE INDEX "scheduled_messages_due_idx" ON "scheduled_messages"  ("due_at", "id") WHERE "due_at" is not null`,
    );
    await runner.query(
      `CREATE INDEX "scheduled_messages_channel_id_idx" ON "scheduled_messages"  ("channel_id") WHERE "channel_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "attachments"
         ADD "scheduled_message_id" uuid,
         DROP CONSTRAINT "attachments_owner_check",
         ADD CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls("message_id", "held_message_id", "scheduled_message_id", "post_id", "reply_id") <= 1)`,
    );
    await runner.query(
      `CREATE INDEX "attachments_scheduled_message_idx" ON "attachments"  ("scheduled_message_id", "place") WHERE "scheduled_message_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_scheduled_message_id_fkey" FOREIGN KEY ("scheduled_message_id") REFERENCES "scheduled_messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS.replace(", 'report'", ", 'reminder', 'unsent', 'report'")})),
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("kind" = 'reminder' or ("actor_id" is null) = ("kind" in ('report', 'application', 'unsent'))) and ("case_id" is null) = ("kind" <> 'report')),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" in ('message', 'direct', 'reminder')) = ("message_seq" is not null))`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message,direct,reminder,unsent}'`,
    );
    await runner.query(
      `UPDATE "notification_settings" SET "push_kinds" = "push_kinds" || '{reminder,unsent}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE "notification_settings" SET "push_kinds" = array_remove(array_remove("push_kinds", 'reminder'), 'unsent')`,
    );
    await runner.query(
      `ALTER TABLE "notification_settings"
         ALTER COLUMN "push_kinds" SET DEFAULT '{mention,reply,invite,message,direct}'`,
    );
    await runner.query(`DELETE FROM "notifications" WHERE "kind" in ('reminder', 'unsent')`);
    await runner.query(
      `ALTER TABLE "notifications"
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS})),
         DROP CONSTRAINT "notifications_report_check",
         ADD CONSTRAINT "notifications_report_check" CHECK (("actor_id" is null) = ("kind" in ('report', 'application')) and ("case_id" is null) = ("kind" <> 'report')),
         DROP CONSTRAINT "notifications_message_check",
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" in ('message', 'direct')) = ("message_seq" is not null))`,
    );
    await runner.query(`DELETE FROM "attachments" WHERE "scheduled_message_id" IS NOT NULL`);
    await runner.query(
      `ALTER TABLE "attachments"
         DROP CONSTRAINT "attachments_owner_check",
         DROP COLUMN "scheduled_message_id",
         ADD CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls("message_id", "held_message_id", "post_id", "reply_id") <= 1)`,
    );
    await runner.query(`DROP TABLE "scheduled_messages"`);
  }
}
