import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the workers derive stored tags again, which ended at a joiner before a mark. */
export class DeriveTagsWithJoiners1795400700010 implements MigrationInterface {
  name = 'DeriveTagsWithJoiners1795400700010';

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
