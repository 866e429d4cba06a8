import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of which a fifth, the default, is too much to wait for. */
const LARGE = ['messages', 'message_terms'];

/**
 * Lets the worker delete large channels in batches, see `Channel.detachedAt`. To the previous release, such a channel is a
 * conversation without members. Also vacuums tables of messages before millions of rows have changed.
 */
export class DetachedChannels1796500000001 implements MigrationInterface {
  name = 'DetachedChannels1796500000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" ADD "detached_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE INDEX "channels_detached_idx" ON "channels"  ("id") WHERE "detached_at" is not null`,
    );
    for (const table of LARGE) {
      await runner.query(
        `ALTER TABLE "${table}" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of LARGE) {
      await runner.query(
        `ALTER TABLE "${table}" RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor, autovacuum_analyze_scale_factor)`,
      );
    }
    // The messages of these channels would be those of conversations.
    await runner.query(`DELETE FROM "channels" WHERE "detached_at" IS NOT NULL`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "detached_at"`);
  }
}
