import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Prepares the weeks of links. The snapshot of the day starts again, to fill them from `link_history`. */
export class LinkWeeks1795206000111 implements MigrationInterface {
  name = 'LinkWeeks1795206000111';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "link_weeks" ("user_id" uuid NOT NULL, "newest_week" date NOT NULL, "links" bytea NOT NULL, CONSTRAINT "link_weeks_size_check" CHECK (octet_length("links") between 12 and 7680 and octet_length("links") % 12 = 0), CONSTRAINT "link_weeks_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `ALTER TABLE "link_weeks" ADD CONSTRAINT "link_weeks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(`DELETE FROM "link_snapshots"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "link_weeks"`);
  }
}
