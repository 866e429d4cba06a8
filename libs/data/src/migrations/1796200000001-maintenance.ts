import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the times in which the site is read only, which the previous release does not observe. */
export class Maintenance1796200000001 implements MigrationInterface {
  name = 'Maintenance1796200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "maintenance_periods" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "starts_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ends_at" TIMESTAMP WITH TIME ZONE, "text" text, CONSTRAINT "maintenance_periods_time_check" CHECK ("starts_at" <= "ends_at"), CONSTRAINT "maintenance_periods_pkey" PRIMARY KEY ("id"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "maintenance_periods"`);
  }
}
