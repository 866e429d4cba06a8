import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the incidents on the page of the status, which the previous release does not have. */
export class Incidents1795701700010 implements MigrationInterface {
  name = 'Incidents1795701700010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "incidents" ("id" uuid NOT NULL DEFAULT uuidv7(), "title" text NOT NULL, "part" text NOT NULL, "state" text NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "incidents_part_check" CHECK ("part" in ('web', 'live', 'pictures', 'mail', 'push')), CONSTRAINT "incidents_state_check" CHECK ("state" in ('slow', 'down')), CONSTRAINT "incidents_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "incidents_open_idx" ON "incidents"  ("id") WHERE "ended_at" is null`);
    await runner.query(
      `CREATE TABLE "incident_notes" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "incident_id" uuid NOT NULL, "text" text NOT NULL, CONSTRAINT "incident_notes_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "incident_notes_incident_idx" ON "incident_notes"  ("incident_id", "id")`,
    );
    await runner.query(
      `ALTER TABLE "incident_notes" ADD CONSTRAINT "incident_notes_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "incident_notes"`);
    await runner.query(`DROP TABLE "incidents"`);
  }
}
