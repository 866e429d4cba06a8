import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the addresses by which players and downloads read objects. */
export class ObjectPasses1795600500010 implements MigrationInterface {
  name = 'ObjectPasses1795600500010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "object_passes" ("hash" text NOT NULL, "session_id" text NOT NULL, "path" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "object_passes_pkey" PRIMARY KEY ("hash"))`,
    );
    await runner.query(`CREATE INDEX "object_passes_expires_at_idx" ON "object_passes"  ("expires_at")`);
    await runner.query(`CREATE INDEX "object_passes_session_id_idx" ON "object_passes"  ("session_id")`);
    await runner.query(
      `ALTER TABLE "object_passes" ADD CONSTRAINT "object_passes_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "object_passes"`);
  }
}
