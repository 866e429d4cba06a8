import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Turns removals into bans: they are listed newest first, and last until they are lifted. */
export class Bans1795206000040 implements MigrationInterface {
  name = 'Bans1795206000040';

  async up(runner: QueryRunner): Promise<void> {
    // Members who rejoined by a later invite still have a removal, which now would count as a ban.
    await runner.query(
      `DELETE FROM "server_removals" USING "server_members"
        WHERE "server_removals"."server_id" = "server_members"."server_id"
          AND "server_removals"."user_id" = "server_members"."user_id"`,
    );
    await runner.query(`ALTER TABLE "server_removals" ADD "id" uuid NOT NULL DEFAULT uuidv7()`);
    await runner.query(`UPDATE "server_removals" SET "id" = uuidv7("removed_at" - now())`);
    await runner.query(`CREATE INDEX "server_removals_newest_idx" ON "server_removals"  ("server_id", "id")`);
    // Used by the purge of old removals, which are now retained.
    await runner.query(`DROP INDEX "server_removals_removed_at_idx"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "server_removals_removed_at_idx" ON "server_removals"  ("removed_at")`);
    await runner.query(`DROP INDEX "server_removals_newest_idx"`);
    await runner.query(`ALTER TABLE "server_removals" DROP COLUMN "id"`);
  }
}
