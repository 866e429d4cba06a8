import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Daily snapshots of links. The number of a member stands for the member in the snapshots of others. */
export class LinkHistory1795206000086 implements MigrationInterface {
  name = 'LinkHistory1795206000086';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE SEQUENCE "node_numbers" AS integer`);
    await runner.query(
      `ALTER TABLE "users" ADD "node_number" integer NOT NULL DEFAULT nextval('node_numbers'::regclass)`,
    );
    await runner.query(`ALTER SEQUENCE "node_numbers" OWNED BY "users"."node_number"`);
    await runner.query(
      `CREATE TABLE "link_history" ("user_id" uuid NOT NULL, "month" date NOT NULL, "links" bytea NOT NULL, CONSTRAINT "link_history_size_check" CHECK (octet_length("links") between 8 and 1920 and octet_length("links") % 8 = 0), CONSTRAINT "link_history_pkey" PRIMARY KEY ("user_id", "month"))`,
    );
    await runner.query(
      `CREATE TABLE "link_snapshots" ("day" date NOT NULL, "last_user_id" uuid, CONSTRAINT "link_snapshots_pkey" PRIMARY KEY ("day"))`,
    );
    await runner.query(
      `ALTER TABLE "link_history" ADD CONSTRAINT "link_history_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "link_snapshots"`);
    await runner.query(`DROP TABLE "link_history"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "node_number"`);
  }
}
