import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drops the versions of `append_messages` that stored for one channel. The current one is in `functions/`. */
export class BatchesOfChannels1795206000020 implements MigrationInterface {
  name = 'BatchesOfChannels1795206000020';

  async up(runner: QueryRunner): Promise<void> {
    for (const mentions of ['', ', integer[], text[]']) {
      await runner.query(`DROP FUNCTION IF EXISTS append_messages(uuid, uuid[], text[], text[]${mentions})`);
    }
  }

  async down(): Promise<void> {}
}
