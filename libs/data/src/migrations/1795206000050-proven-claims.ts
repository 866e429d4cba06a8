import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records when a username claim was proven with its access key. Earlier claims count as unproven, because a rename could
 * take their username without the key.
 */
export class ProvenClaims1795206000050 implements MigrationInterface {
  name = 'ProvenClaims1795206000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "waitlist_entries" ADD "proven_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "waitlist_entries" DROP COLUMN "proven_at"`);
  }
}
