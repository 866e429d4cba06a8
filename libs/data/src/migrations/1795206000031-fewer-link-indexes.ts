import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the pair the primary key of a link, and indexes only strengths above 1. */
export class FewerLinkIndexes1795206000031 implements MigrationInterface {
  name = 'FewerLinkIndexes1795206000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "connections_pkey"`);
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "connections_pair_key"`);
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_pkey" PRIMARY KEY ("from_user_id", "to_user_id")`,
    );
    await runner.query(`DROP INDEX "connections_strength_idx"`);
    await runner.query(
      `CREATE INDEX "connections_strength_idx" ON "connections"  ("strength", "id") WHERE "strength" > 1`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "connections_strength_idx"`);
    await runner.query(`CREATE INDEX "connections_strength_idx" ON "connections"  ("strength", "id")`);
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "connections_pkey"`);
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_pair_key" UNIQUE ("from_user_id", "to_user_id")`,
    );
    await runner.query(`ALTER TABLE "connections" ADD CONSTRAINT "connections_pkey" PRIMARY KEY ("id")`);
  }
}
