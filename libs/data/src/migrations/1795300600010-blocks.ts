import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds blocks and mutes. */
export class Blocks1795300600010 implements MigrationInterface {
  name = 'Blocks1795300600010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "blocks" ("member_id" uuid NOT NULL, "other_id" uuid NOT NULL, "is_own" boolean NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "blocks_other_check" CHECK ("member_id" <> "other_id"), CONSTRAINT "blocks_pkey" PRIMARY KEY ("member_id", "other_id"))`,
    );
    await runner.query(`CREATE INDEX "blocks_other_id_idx" ON "blocks" ("other_id")`);
    await runner.query(`CREATE INDEX "blocks_own_idx" ON "blocks" ("member_id", "id") WHERE "is_own"`);
    await runner.query(
      `CREATE TABLE "mutes" ("member_id" uuid NOT NULL, "other_id" uuid NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "created_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "mutes_other_check" CHECK ("member_id" <> "other_id"), CONSTRAINT "mutes_pkey" PRIMARY KEY ("member_id", "other_id"))`,
    );
    await runner.query(`CREATE INDEX "mutes_other_id_idx" ON "mutes" ("other_id")`);
    await runner.query(`CREATE INDEX "mutes_own_idx" ON "mutes" ("member_id", "id")`);
    for (const table of ['blocks', 'mutes']) {
      for (const column of ['member_id', 'other_id']) {
        await runner.query(
          `ALTER TABLE "${table}" ADD CONSTRAINT "${table}_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
        );
      }
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "mutes"`);
    await runner.query(`DROP TABLE "blocks"`);
  }
}
