import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds invites and removals, one owner per dimension, and paging of members. */
export class Invites1795206000008 implements MigrationInterface {
  name = 'Invites1795206000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "invites" ("id" text NOT NULL, "server_id" uuid NOT NULL, "created_by" uuid, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "max_uses" integer, "uses" integer NOT NULL DEFAULT '0', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "invites_uses_check" CHECK ("uses" <= "max_uses"), CONSTRAINT "invites_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "invites_expires_at_idx" ON "invites"  ("expires_at")`);
    await runner.query(`CREATE INDEX "invites_created_by_idx" ON "invites"  ("created_by")`);
    await runner.query(`CREATE INDEX "invites_server_id_idx" ON "invites"  ("server_id")`);
    await runner.query(
      `CREATE TABLE "server_removals" ("server_id" uuid NOT NULL, "user_id" uuid NOT NULL, "removed_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "server_removals_pkey" PRIMARY KEY ("server_id", "user_id"))`,
    );
    await runner.query(`CREATE INDEX "server_removals_removed_at_idx" ON "server_removals"  ("removed_at")`);
    await runner.query(`CREATE INDEX "server_removals_user_id_idx" ON "server_removals"  ("user_id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "server_members_owner_key" ON "server_members"  ("server_id") WHERE "role" = 'owner'`,
    );
    await runner.query(`CREATE INDEX "server_members_newest_idx" ON "server_members"  ("server_id", "id")`);
    await runner.query(
      `ALTER TABLE "invites" ADD CONSTRAINT "invites_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "server_removals" ADD CONSTRAINT "server_removals_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "server_removals" ADD CONSTRAINT "server_removals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "server_members_newest_idx"`);
    await runner.query(`DROP INDEX "server_members_owner_key"`);
    await runner.query(`DROP TABLE "server_removals"`);
    await runner.query(`DROP TABLE "invites"`);
  }
}
