import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the indexes of the files and links of a channel. Messages cannot be written while their index is built: a migration
 * is one transaction, which cannot build it concurrently. It is partial, and comes last, so that this takes one scan of
 * `messages`.
 */
export class ChannelFiles1795600400010 implements MigrationInterface {
  name = 'ChannelFiles1795600400010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "attachments_channel_idx"`);
    await runner.query(
      `CREATE INDEX "attachments_channel_idx" ON "attachments"  ("channel_id", "kind", "message_id") WHERE "channel_id" is not null`,
    );
    await runner.query(`DROP INDEX "attachments_listed_idx"`);
    await runner.query(
      `CREATE INDEX "attachments_listed_idx" ON "attachments"  ("listed_in", "kind", "message_id") WHERE "listed_in" is not null`,
    );
    await runner.query(
      `CREATE INDEX "messages_links_idx" ON "messages"  ("channel_id", "id") WHERE "deleted_at" is null and "content" ~ 'https?://'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_links_idx"`);
    await runner.query(`DROP INDEX "attachments_listed_idx"`);
    await runner.query(
      `CREATE INDEX "attachments_listed_idx" ON "attachments"  ("listed_in", "message_id", "place") WHERE "listed_in" is not null`,
    );
    await runner.query(`DROP INDEX "attachments_channel_idx"`);
    await runner.query(
      `CREATE INDEX "attachments_channel_idx" ON "attachments"  ("channel_id") WHERE "channel_id" is not null`,
    );
  }
}
