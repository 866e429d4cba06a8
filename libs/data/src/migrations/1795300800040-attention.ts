import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const FUNCTION = 'notify_attentive_members';
const KINDS = `'mention', 'reply', 'ripple', 'link', 'invite'`;
const LEVELS = `'all', 'mentions', 'nothing'`;

/** Adds what members want to hear of in servers and channels, entries about new messages, and drafts. */
export class Attention1795300800040 implements MigrationInterface {
  name = 'Attention1795300800040';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of [
      ['server_attention', 'server_id'],
      ['channel_attention', 'channel_id'],
    ] as const) {
      await runner.query(
        `CREATE TABLE "${table}" ("user_id" uuid NOT NULL, "${column}" uuid NOT NULL, "level" text NOT NULL, CONSTRAINT "${table}_level_check" CHECK ("level" in (${LEVELS})), CONSTRAINT "${table}_pkey" PRIMARY KEY ("user_id", "${column}"))`,
      );
      await runner.query(`CREATE INDEX "${table}_level_idx" ON "${table}" ("${column}", "level", "user_id")`);
    }
    await runner.query('CREATE SEQUENCE "draft_revisions" AS bigint');
    await runner.query(
      `CREATE TABLE "drafts" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "content" text NOT NULL, "rev" bigint NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "drafts_pkey" PRIMARY KEY ("user_id", "channel_id"))`,
    );
    await runner.query('ALTER SEQUENCE "draft_revisions" OWNED BY "drafts"."rev"');
    await runner.query(`CREATE INDEX "drafts_channel_id_idx" ON "drafts" ("channel_id")`);
    for (const [table, column, target] of [
      ['server_attention', 'user_id', 'users'],
      ['server_attention', 'server_id', 'servers'],
      ['channel_attention', 'user_id', 'users'],
      ['channel_attention', 'channel_id', 'channels'],
      ['drafts', 'user_id', 'users'],
      ['drafts', 'channel_id', 'channels'],
    ] as const) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    await runner.query(
      `ALTER TABLE "notification_settings" ADD "push_messages" boolean NOT NULL DEFAULT true`,
    );
    await runner.query(
      `ALTER TABLE "notifications" ADD "message_seq" integer,
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}, 'message', 'report')),
         ADD CONSTRAINT "notifications_message_check" CHECK (("kind" = 'message') = ("message_seq" is not null)),
         ADD CONSTRAINT "notifications_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE INDEX "notifications_channel_id_idx" ON "notifications" ("channel_id") WHERE "channel_id" is not null`,
    );
    await installFunctions(runner, [FUNCTION]);
    await runner.query(
      `CREATE TRIGGER messages_notify_attentive AFTER INSERT ON messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${FUNCTION}()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER messages_notify_attentive ON messages');
    await runner.query(`DROP FUNCTION ${FUNCTION}()`);
    await runner.query(`DROP INDEX "notifications_channel_id_idx"`);
    await runner.query(`DELETE FROM "notifications" WHERE "kind" = 'message'`);
    await runner.query(
      `ALTER TABLE "notifications" DROP CONSTRAINT "notifications_channel_id_fkey",
         DROP CONSTRAINT "notifications_message_check", DROP COLUMN "message_seq",
         DROP CONSTRAINT "notifications_kind_check",
         ADD CONSTRAINT "notifications_kind_check" CHECK ("kind" in (${KINDS}, 'report'))`,
    );
    await runner.query(`ALTER TABLE "notification_settings" DROP COLUMN "push_messages"`);
    await runner.query(`DROP TABLE "drafts"`);
    await runner.query(`DROP TABLE "channel_attention"`);
    await runner.query(`DROP TABLE "server_attention"`);
  }
}
