import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds pinned messages. The previous release leaves the pin of a message that it deletes, so readers skip it. */
export class Pins1795500500010 implements MigrationInterface {
  name = 'Pins1795500500010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "pins" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "channel_id" uuid NOT NULL, "seq" integer NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), CONSTRAINT "pins_pkey" PRIMARY KEY ("channel_id", "seq"))`,
    );
    await runner.query(`CREATE INDEX "pins_newest_idx" ON "pins"  ("channel_id", "id")`);
    await runner.query(
      `ALTER TABLE "pins" ADD CONSTRAINT "pins_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "pins"`);
  }
}
