import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds visits, for what happened since a member left, and suggestions of links. */
export class VisitsAndSuggestions1795206000077 implements MigrationInterface {
  name = 'VisitsAndSuggestions1795206000077';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "visits" ("user_id" uuid NOT NULL, "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "left_at" TIMESTAMP WITH TIME ZONE, "read_at" TIMESTAMP WITH TIME ZONE, "suggested_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "visits_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(`CREATE INDEX "visits_suggested_idx" ON "visits"  ("suggested_at")`);
    await runner.query(
      `ALTER TABLE "visits" ADD CONSTRAINT "visits_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `CREATE TABLE "suggestions" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "kind" text NOT NULL, "member_id" uuid, "server_id" uuid, "tags" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "dismissed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "suggestions_subject_check" CHECK (num_nonnulls("member_id", "server_id") = 1), CONSTRAINT "suggestions_kind_check" CHECK ("kind" in ('private', 'kept', 'shared', 'dimension')), CONSTRAINT "suggestions_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "suggestions_own_idx" ON "suggestions"  ("user_id", "id")`);
    for (const [subject, table] of [
      ['member', 'users'],
      ['server', 'servers'],
    ]) {
      await runner.query(
        `CREATE UNIQUE INDEX "suggestions_${subject}_key" ON "suggestions"  ("${subject}_id", "user_id") WHERE "${subject}_id" is not null`,
      );
      await runner.query(
        `ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_${subject}_id_fkey" FOREIGN KEY ("${subject}_id") REFERENCES "${table}"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
      );
    }
    await runner.query(
      `ALTER TABLE "suggestions" ADD CONSTRAINT "suggestions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "suggestions"`);
    await runner.query(`DROP TABLE "visits"`);
  }
}
