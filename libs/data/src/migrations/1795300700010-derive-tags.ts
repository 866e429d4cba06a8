import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the workers derive the tags of before again, which ended at the first mark of a letter and were lower-cased only. */
export class DeriveTags1795300700010 implements MigrationInterface {
  name = 'DeriveTags1795300700010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO outbox (topic, subject)
       SELECT 'derive-tags', 'posts/00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM users)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM outbox WHERE topic = 'derive-tags'`);
  }
}
