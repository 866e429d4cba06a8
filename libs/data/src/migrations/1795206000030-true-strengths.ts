import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the strength of a link equal to its number of shared tags. */
export class TrueStrengths1795206000030 implements MigrationInterface {
  name = 'TrueStrengths1795206000030';

  async up(runner: QueryRunner): Promise<void> {
    // The worker recomputes the top links of the affected members.
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
