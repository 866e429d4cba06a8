import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds members' public tags and, for each link, which ends keep it. A trigger notifies listeners of new outbox rows: of
 * each row, or for more than 100 rows at once, with a single empty notification.
 */
export class Strengths1795206000004 implements MigrationInterface {
  name = 'Strengths1795206000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "tags" ADD "is_hub" boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE TABLE "constellation_nodes" ("user_id" uuid NOT NULL, "username" text NOT NULL, "display_name" text, CONSTRAINT "constellation_nodes_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `CREATE TABLE "user_tags" ("user_id" uuid NOT NULL, "tag_id" uuid NOT NULL, CONSTRAINT "user_tags_pkey" PRIMARY KEY ("user_id", "tag_id"))`,
    );
    await runner.query(`CREATE INDEX "user_tags_tag_id_idx" ON "user_tags"  ("tag_id", "user_id")`);
    await runner.query(
      `ALTER TABLE "user_tags" ADD CONSTRAINT "user_tags_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "constellation_nodes"("user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "user_tags" ADD CONSTRAINT "user_tags_tag_id_fkey" FOREIGN KEY ("tag_id") REFERENCES "tags"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(`ALTER TABLE "connections" ADD "kept_by_from" boolean NOT NULL DEFAULT true`);
    await runner.query(`ALTER TABLE "connections" ADD "kept_by_to" boolean NOT NULL DEFAULT true`);
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_kept_check" CHECK ("kept_by_from" or "kept_by_to")`,
    );
    await runner.query(
      `CREATE INDEX "connections_kept_by_from_idx" ON "connections"  ("from_user_id", "strength") WHERE "kept_by_from"`,
    );
    await runner.query(
      `CREATE INDEX "connections_kept_by_to_idx" ON "connections"  ("to_user_id", "strength") WHERE "kept_by_to"`,
    );
    await runner.query(`CREATE INDEX "outbox_subject_idx" ON "outbox"  ("topic", "subject")`);
    await runner.query(`
CREATE FUNCTION tell_of_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM added LIMIT 101) AS first) > 100 THEN
    PERFORM pg_notify('outbox', '');
  ELSE
    PERFORM pg_notify('outbox', each.topic || ' ' || each.subject)
       FROM (SELECT DISTINCT topic, subject FROM added) AS each;
  END IF;
  RETURN NULL;
END
$$`);
    await runner.query(
      `CREATE TRIGGER "outbox_tell" AFTER INSERT ON "outbox" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_of_outbox()`,
    );
    // The worker derives existing members.
    await runner.query(`INSERT INTO outbox (topic, subject) SELECT 'member:tags', id FROM users`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER "outbox_tell" ON "outbox"`);
    await runner.query('DROP FUNCTION tell_of_outbox()');
    await runner.query(`DROP INDEX "outbox_subject_idx"`);
    await runner.query(`DROP INDEX "connections_kept_by_to_idx"`);
    await runner.query(`DROP INDEX "connections_kept_by_from_idx"`);
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "connections_kept_check"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "kept_by_to"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "kept_by_from"`);
    await runner.query(`DROP TABLE "user_tags"`);
    await runner.query(`DROP TABLE "constellation_nodes"`);
    await runner.query(`ALTER TABLE "tags" DROP COLUMN "is_hub"`);
  }
}
