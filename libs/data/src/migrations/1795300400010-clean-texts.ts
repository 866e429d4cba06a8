import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the workers clean the texts of before, which may contain characters that feeds cannot carry. */
export class CleanTexts1795300400010 implements MigrationInterface {
  name = 'CleanTexts1795300400010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `INSERT INTO outbox (topic, subject)
       SELECT 'clean-texts', 'users/00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM users)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM outbox WHERE topic = 'clean-texts'`);
  }
}
