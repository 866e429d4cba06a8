import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the staff of the platform, and what they did. The previous release knows neither: to it, they are members. */
export class PlatformStaff1795701200010 implements MigrationInterface {
  name = 'PlatformStaff1795701200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "users" ADD "staff_role" text`);
    await runner.query(
      `ALTER TABLE "users" ADD CONSTRAINT "users_staff_role_check" CHECK ("staff_role" in ('moderator', 'admin'))`,
    );
    await runner.query(`CREATE INDEX "users_staff_idx" ON "users"  ("id") WHERE "staff_role" is not null`);
    await runner.query(`ALTER TABLE "sessions" ADD "ends_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE TABLE "staff_audit" ("id" uuid NOT NULL DEFAULT uuidv7(), "kind" text NOT NULL, "actor_id" uuid, "is_by_operators" boolean NOT NULL DEFAULT false, "subject_id" uuid, "detail" jsonb NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "staff_audit_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "staff_audit_actor_idx" ON "staff_audit"  ("actor_id", "id")`);
    await runner.query(`CREATE INDEX "staff_audit_subject_idx" ON "staff_audit"  ("subject_id", "id")`);
    await runner.query(
      `ALTER TABLE "staff_audit" ADD CONSTRAINT "staff_audit_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "staff_audit" ADD CONSTRAINT "staff_audit_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "staff_audit"`);
    await runner.query(`ALTER TABLE "sessions" DROP COLUMN "ends_at"`);
    await runner.query(`DROP INDEX "users_staff_idx"`);
    await runner.query(`ALTER TABLE "users" DROP CONSTRAINT "users_staff_role_check"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "staff_role"`);
  }
}
