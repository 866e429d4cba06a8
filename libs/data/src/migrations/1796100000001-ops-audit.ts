import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the audit log of the operators' commands. */
export class OpsAudit1796100000001 implements MigrationInterface {
  name = 'OpsAudit1796100000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "ops_audit" ("id" uuid NOT NULL DEFAULT uuidv7(), "operator" text NOT NULL, "host" text NOT NULL, "command" text NOT NULL, "arguments" jsonb NOT NULL DEFAULT '{}', "subject_id" uuid, "outcome" text, "reason" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "ops_audit_outcome_check" CHECK ("outcome" in ('done', 'failed', 'refused')), CONSTRAINT "ops_audit_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "ops_audit_subject_idx" ON "ops_audit"  ("subject_id") WHERE "subject_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "ops_audit" ADD CONSTRAINT "ops_audit_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "ops_audit"`);
  }
}
