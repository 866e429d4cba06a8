import type { MigrationInterface, QueryRunner } from 'typeorm';

const SUSPENDED = `"kind" = 'suspended' and "ended_at" is null`;
const OPEN_APPEAL = '"appealed_at" is not null and "decided_at" is null and "ended_at" is null';
const CLOSED_APPEAL = '"appealed_at" is not null and ("decided_at" is not null or "ended_at" is not null)';

/**
 * Adds what the staff of the platform do against members. To the previous release, a suspended member is one with a private
 * profile and no sessions; it does not accept the credential of a restricted one.
 */
export class Measures1795701300001 implements MigrationInterface {
  name = 'Measures1795701300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sessions" ADD "is_restricted" boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE TABLE "measures" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "kind" text NOT NULL, "rule" text NOT NULL, "reason" text NOT NULL, "until" TIMESTAMP WITH TIME ZONE, "subject_kind" text, "subject_id" uuid, "subject_title" text, "was_public" boolean NOT NULL DEFAULT false, "case_id" uuid, "taken_by" uuid, "ended_at" TIMESTAMP WITH TIME ZONE, "ended_by" uuid, "appeal" text, "appealed_at" TIMESTAMP WITH TIME ZONE, "decision" text, "decision_reason" text, "decided_by" uuid, "decided_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "measures_kind_check" CHECK ("kind" in ('warned', 'content_hidden', 'suspended')), CONSTRAINT "measures_rule_check" CHECK ("rule" in ('spam', 'harassment', 'threat', 'explicit', 'impersonation', 'other')), CONSTRAINT "measures_subject_kind_check" CHECK ("subject_kind" in ('message', 'post', 'reply', 'picture', 'profile', 'dimension', 'member')), CONSTRAINT "measures_decision_check" CHECK ("decision" in ('upheld', 'lifted')), CONSTRAINT "measures_appeal_check" CHECK (("appealed_at" is null) = ("appeal" is null)), CONSTRAINT "measures_decided_check" CHECK (num_nulls("decision", "decision_reason", "decided_at") in (0, 3) and ("decided_at" is null or "appealed_at" is not null)), CONSTRAINT "measures_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "measures_user_idx" ON "measures"  ("user_id", "id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "measures_suspended_key" ON "measures"  ("user_id") WHERE ${SUSPENDED}`,
    );
    await runner.query(`CREATE INDEX "measures_until_idx" ON "measures"  ("until") WHERE ${SUSPENDED}`);
    await runner.query(`CREATE INDEX "measures_open_appeals_idx" ON "measures"  ("id") WHERE ${OPEN_APPEAL}`);
    await runner.query(
      `CREATE INDEX "measures_closed_appeals_idx" ON "measures"  ("id") WHERE ${CLOSED_APPEAL}`,
    );
    await runner.query(
      `ALTER TABLE "measures" ADD CONSTRAINT "measures_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    for (const [column, index, table] of [
      ['case_id', 'case', 'cases'],
      ['taken_by', 'taken_by', 'users'],
      ['ended_by', 'ended_by', 'users'],
      ['decided_by', 'decided_by', 'users'],
    ] as const) {
      await runner.query(
        `CREATE INDEX "measures_${index}_idx" ON "measures"  ("${column}") WHERE "${column}" is not null`,
      );
      await runner.query(
        `ALTER TABLE "measures" ADD CONSTRAINT "measures_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${table}"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "measures"`);
    await runner.query(`ALTER TABLE "sessions" DROP COLUMN "is_restricted"`);
  }
}
