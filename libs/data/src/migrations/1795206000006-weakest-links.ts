import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the weakest kept link in each member's node, which replaces counting links. */
export class WeakestLinks1795206000006 implements MigrationInterface {
  name = 'WeakestLinks1795206000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "constellation_nodes" ADD "weakest_strength" integer`);
    await runner.query(`ALTER TABLE "constellation_nodes" ADD "weakest_id" uuid`);
    await runner.query(
      `ALTER TABLE "constellation_nodes" ADD CONSTRAINT "constellation_nodes_weakest_check" CHECK (("weakest_strength" is null) = ("weakest_id" is null))`,
    );
    await runner.query(`DROP INDEX "connections_kept_by_to_idx"`);
    await runner.query(`DROP INDEX "connections_kept_by_from_idx"`);
    // The worker derives existing nodes.
    await runner.query(
      `INSERT INTO outbox (topic, subject) SELECT 'member:links', user_id FROM constellation_nodes`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "connections_kept_by_from_idx" ON "connections"  ("from_user_id", "strength") WHERE "kept_by_from"`,
    );
    await runner.query(
      `CREATE INDEX "connections_kept_by_to_idx" ON "connections"  ("to_user_id", "strength") WHERE "kept_by_to"`,
    );
    await runner.query(
      `ALTER TABLE "constellation_nodes" DROP CONSTRAINT "constellation_nodes_weakest_check"`,
    );
    await runner.query(`ALTER TABLE "constellation_nodes" DROP COLUMN "weakest_id"`);
    await runner.query(`ALTER TABLE "constellation_nodes" DROP COLUMN "weakest_strength"`);
  }
}
