import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the device tokens of unfinished sign-ins. The previous release writes none. */
export class ChallengeDevices1795400800500 implements MigrationInterface {
  name = 'ChallengeDevices1795400800500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_challenges" ADD "device_id" text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "auth_challenges" DROP COLUMN "device_id"');
  }
}
