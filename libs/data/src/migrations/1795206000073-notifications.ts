import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

/** The night log, how members hear of it, and their browsers' push subscriptions. */
export class Notifications1795206000073 implements MigrationInterface {
  name = 'Notifications1795206000073';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "notification_settings" ("user_id" uuid NOT NULL, "push_mentions" boolean NOT NULL DEFAULT true, "push_replies" boolean NOT NULL DEFAULT true, "push_ripples" boolean NOT NULL DEFAULT false, "push_links" boolean NOT NULL DEFAULT false, "push_invites" boolean NOT NULL DEFAULT true, "quiet_from" text, "quiet_until" text, "time_zone" text NOT NULL DEFAULT 'UTC', "is_content_pushed" boolean NOT NULL DEFAULT false, CONSTRAINT "notification_settings_quiet_check" CHECK ("quiet_from" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "quiet_until" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'), CONSTRAINT "notification_settings_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE TABLE "notifications" ("id" uuid NOT NULL DEFAULT uuidv7(), "recipient_id" uuid NOT NULL, "kind" text NOT NULL, "cause" text NOT NULL, "group_key" text NOT NULL, "is_head" boolean NOT NULL DEFAULT true, "actor_id" uuid NOT NULL, "post_id" uuid, "reply_id" uuid, "channel_id" uuid, "seq" integer, "server_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "read_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "notifications_cause_key" UNIQUE ("recipient_id", "cause"), CONSTRAINT "notifications_actor_check" CHECK ("actor_id" <> "recipient_id"), CONSTRAINT "notifications_kind_check" CHECK ("kind" in ('mention', 'reply', 'ripple', 'link', 'invite')), CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "notifications_expiry_idx" ON "notifications" ("created_at") WHERE "kind" <> 'link' or "group_key" <> "cause"`,
    );
    await runner.query(
      `CREATE INDEX "notifications_server_id_idx" ON "notifications" ("server_id") WHERE "server_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_reply_id_idx" ON "notifications" ("reply_id") WHERE "reply_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_post_id_idx" ON "notifications" ("post_id") WHERE "post_id" is not null`,
    );
    await runner.query(`CREATE INDEX "notifications_actor_id_idx" ON "notifications" ("actor_id")`);
    await runner.query(
      `CREATE INDEX "notifications_mention_idx" ON "notifications" ("recipient_id", "channel_id", "seq") WHERE "channel_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_unread_idx" ON "notifications" ("recipient_id", "id") WHERE "read_at" is null`,
    );
    await runner.query(
      `CREATE INDEX "notifications_group_idx" ON "notifications" ("recipient_id", "group_key", "id")`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "notifications_head_key" ON "notifications" ("recipient_id", "group_key") WHERE "is_head"`,
    );
    await runner.query(
      `CREATE INDEX "notifications_kind_idx" ON "notifications" ("recipient_id", "kind", "id") WHERE "is_head"`,
    );
    await runner.query(
      `CREATE INDEX "notifications_log_idx" ON "notifications" ("recipient_id", "id") WHERE "is_head"`,
    );
    await runner.query(
      `CREATE TABLE "push_subscriptions" ("session_id" text NOT NULL, "user_id" uuid NOT NULL, "endpoint" text NOT NULL, "p256dh" text NOT NULL, "auth" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "last_success_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "push_subscriptions_endpoint_key" UNIQUE ("endpoint"), CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("session_id"))`,
    );
    await runner.query(`CREATE INDEX "push_subscriptions_user_id_idx" ON "push_subscriptions" ("user_id")`);
    await runner.query(
      `ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reply_id_fkey" FOREIGN KEY ("reply_id") REFERENCES "post_replies"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mention_fkey" FOREIGN KEY ("recipient_id", "channel_id", "seq") REFERENCES "mentions"("user_id","channel_id","seq") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD CONSTRAINT "notifications_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await installFunctions(runner, ['promote_notifications']);
    await runner.query(
      'CREATE TRIGGER notifications_promote AFTER DELETE ON notifications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION promote_notifications()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "notifications"`);
    await runner.query('DROP FUNCTION promote_notifications()');
    await runner.query(`DROP TABLE "notification_settings"`);
    await runner.query(`DROP TABLE "push_subscriptions"`);
  }
}
