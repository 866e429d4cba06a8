import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

/** Adds files of messages, posts and replies. The previous release shows messages without their files. */
export class Attachments1795600100010 implements MigrationInterface {
  name = 'Attachments1795600100010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "messages" ADD "has_files" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "objects" ADD "is_animated" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "objects" DROP CONSTRAINT "objects_state_check"`);
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_state_check" CHECK ("state" in ('awaited', 'arriving', 'stored', 'used', 'kept', 'spent', 'discarded'))`,
    );
    await runner.query(
      `CREATE TABLE "attachments" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "object_path" text NOT NULL, "name" text NOT NULL, "size" integer NOT NULL, "alt" text NOT NULL DEFAULT '', "kind" text, "ready_at" TIMESTAMP WITH TIME ZONE, "width" integer, "height" integer, "blurhash" text, "is_animated" boolean NOT NULL DEFAULT false, "message_id" uuid, "channel_id" uuid, "listed_in" uuid, "held_message_id" uuid, "post_id" uuid, "reply_id" uuid, "place" smallint, CONSTRAINT "attachments_object_path_key" UNIQUE ("object_path"), CONSTRAINT "attachments_kind_check" CHECK ("kind" in ('picture', 'sound', 'video', 'file')), CONSTRAINT "attachments_owner_check" CHECK (num_nonnulls("message_id", "held_message_id", "post_id", "reply_id") <= 1), CONSTRAINT "attachments_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "attachments_own_idx" ON "attachments"  ("user_id", "size")`);
    for (const [name, column] of [
      ['message', 'message_id'],
      ['held_message', 'held_message_id'],
      ['post', 'post_id'],
      ['reply', 'reply_id'],
    ]) {
      await runner.query(
        `CREATE INDEX "attachments_${name}_idx" ON "attachments"  ("${column}", "place") WHERE "${column}" is not null`,
      );
    }
    await runner.query(
      `CREATE INDEX "attachments_channel_idx" ON "attachments"  ("channel_id") WHERE "channel_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "attachments_listed_idx" ON "attachments"  ("listed_in", "message_id", "place") WHERE "listed_in" is not null`,
    );
    await runner.query(
      `CREATE TABLE "case_files" ("case_id" uuid NOT NULL, "path" text NOT NULL, CONSTRAINT "case_files_pkey" PRIMARY KEY ("case_id", "path"))`,
    );
    await runner.query(`CREATE INDEX "case_files_path_idx" ON "case_files"  ("path")`);
    for (const [table, column, target, key] of [
      ['attachments', 'user_id', 'users', 'id'],
      ['attachments', 'object_path', 'objects', 'path'],
      ['attachments', 'channel_id', 'channels', 'id'],
      ['attachments', 'held_message_id', 'held_messages', 'id'],
      ['attachments', 'post_id', 'posts', 'id'],
      ['attachments', 'reply_id', 'post_replies', 'id'],
      ['case_files', 'case_id', 'cases', 'id'],
      ['case_files', 'path', 'objects', 'path'],
    ]) {
      await runner.query(
        `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("${key}") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    await installFunctions(runner, [
      'discard_attached_object',
      'delete_attachments_of_message',
      'delete_attachments_of_reply',
    ]);
    await runner.query(
      `CREATE TRIGGER attachments_deleted AFTER DELETE ON attachments FOR EACH ROW EXECUTE FUNCTION discard_attached_object()`,
    );
    await runner.query(
      `CREATE TRIGGER messages_files_deleted AFTER UPDATE OF deleted_at ON messages FOR EACH ROW
         WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.has_files)
         EXECUTE FUNCTION delete_attachments_of_message()`,
    );
    await runner.query(
      `CREATE TRIGGER post_replies_files_deleted AFTER UPDATE OF deleted_at ON post_replies FOR EACH ROW
         WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
         EXECUTE FUNCTION delete_attachments_of_reply()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER post_replies_files_deleted ON post_replies`);
    await runner.query(`DROP FUNCTION delete_attachments_of_reply()`);
    await runner.query(`DROP TRIGGER messages_files_deleted ON messages`);
    await runner.query(`DROP FUNCTION delete_attachments_of_message()`);
    await runner.query(`DROP TABLE "case_files"`);
    await runner.query(`DROP TABLE "attachments"`);
    await runner.query(`DROP FUNCTION discard_attached_object()`);
    await runner.query(`DELETE FROM "objects" WHERE "state" = 'kept'`);
    await runner.query(`ALTER TABLE "objects" DROP CONSTRAINT "objects_state_check"`);
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_state_check" CHECK ("state" in ('awaited', 'arriving', 'stored', 'used', 'spent', 'discarded'))`,
    );
    await runner.query(`ALTER TABLE "objects" DROP COLUMN "is_animated"`);
    await runner.query(`ALTER TABLE "messages" DROP COLUMN "has_files"`);
  }
}
