import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

/**
 * Adds the index that searches of messages read. The workers fill it, also with the messages of before, and a trigger keeps it
 * equal to texts that change, also those that the previous release changes.
 */
export class MessageSearch1795700400010 implements MigrationInterface {
  name = 'MessageSearch1795700400010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "indexed_channels" ("channel_id" uuid NOT NULL, "seq" integer NOT NULL DEFAULT '0', CONSTRAINT "indexed_channels_pkey" PRIMARY KEY ("channel_id"))`,
    );
    await runner.query(
      `CREATE TABLE "message_terms" ("channel_id" uuid NOT NULL, "seq" integer NOT NULL, "message_id" uuid NOT NULL, "place_id" uuid NOT NULL, "root_id" uuid NOT NULL, "terms" tsvector NOT NULL, CONSTRAINT "message_terms_pkey" PRIMARY KEY ("channel_id", "seq"))`,
    );
    await runner.query(
      `CREATE INDEX "message_terms_place_idx" ON "message_terms"  ("place_id", "message_id")`,
    );
    await runner.query(
      `CREATE INDEX "message_terms_terms_idx" ON "message_terms" USING gin ("terms") WITH (fastupdate = off)`,
    );
    await runner.query(
      `ALTER TABLE "indexed_channels" ADD CONSTRAINT "indexed_channels_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "message_terms" ADD CONSTRAINT "message_terms_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "indexed_channels"("channel_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await installFunctions(runner, ['index_message_terms']);
    await runner.query(
      `CREATE TRIGGER messages_index_terms AFTER UPDATE OF content ON messages FOR EACH ROW WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION index_message_terms()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER messages_index_terms ON messages`);
    await runner.query(`DROP FUNCTION index_message_terms()`);
    await runner.query(`DROP TABLE "message_terms"`);
    await runner.query(`DROP TABLE "indexed_channels"`);
  }
}
