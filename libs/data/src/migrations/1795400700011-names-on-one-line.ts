import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the workers put stored names and titles on one line. */
export class NamesOnOneLine1795400700011 implements MigrationInterface {
  name = 'NamesOnOneLine1795400700011';

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
