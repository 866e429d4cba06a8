import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds time-outs. The functions that it ships with apply them to messages of the previous release, too. */
export class TimeOuts1795500200010 implements MigrationInterface {
  name = 'TimeOuts1795500200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "time_outs" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "server_id" uuid NOT NULL, "user_id" uuid NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "until" TIMESTAMP WITH TIME ZONE NOT NULL, "reason" text NOT NULL, CONSTRAINT "time_outs_pkey" PRIMARY KEY ("server_id", "user_id"))`,
    );
    await runner.query(`CREATE INDEX "time_outs_until_idx" ON "time_outs"  ("until")`);
    await runner.query(`CREATE INDEX "time_outs_newest_idx" ON "time_outs"  ("server_id", "id")`);
    await runner.query(`CREATE INDEX "time_outs_user_id_idx" ON "time_outs"  ("user_id")`);
    await runner.query(
      `ALTER TABLE "time_outs" ADD CONSTRAINT "time_outs_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "time_outs" ADD CONSTRAINT "time_outs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "time_outs"`);
  }
}
