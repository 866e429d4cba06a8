import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

/**
 * Stores with each row of the outbox which request caused it. Transactions say which one they work for in the setting
 * `oniverse.request`; those of the previous release do not.
 */
export class OutboxRequests1796300000001 implements MigrationInterface {
  name = 'OutboxRequests1796300000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" ADD "request" text`);
    await installFunctions(runner, ['current_request']);
    await runner.query(
      'ALTER TABLE "outbox" ALTER COLUMN "request" SET DEFAULT current_request(NULL::uuid, NULL::integer)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "outbox" DROP COLUMN "request"`);
  }
}
