import type { MigrationInterface, QueryRunner } from 'typeorm';

/** No link is stronger or weaker than it has tags. */
export class TrueStrengths1795206000030 implements MigrationInterface {
  name = 'TrueStrengths1795206000030';

  async up(runner: QueryRunner): Promise<void> {
    // Whose links were others than they are to be is left to the worker.
    await runner.query(
      `INSERT INTO outbox (topic, subject)
       SELECT DISTINCT 'member:links', unnest(ARRAY[from_user_id, to_user_id])::text
         FROM connections WHERE strength <> cardinality(shared_tags)`,
    );
    await runner.query(`DELETE FROM connections WHERE cardinality(shared_tags) = 0`);
    await runner.query(
      `UPDATE connections SET strength = cardinality(shared_tags) WHERE strength <> cardinality(shared_tags)`,
    );
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_strength_check" CHECK ("strength" > 0 and "strength" = cardinality("shared_tags"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "connections_strength_check"`);
  }
}
