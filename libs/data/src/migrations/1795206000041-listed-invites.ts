import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds a public id to invites, and revokes those whose creator is no longer staff. */
export class ListedInvites1795206000041 implements MigrationInterface {
  name = 'ListedInvites1795206000041';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DELETE FROM "invites" WHERE NOT EXISTS (
         SELECT FROM "server_members" WHERE "server_members"."server_id" = "invites"."server_id"
            AND "server_members"."user_id" = "invites"."created_by" AND "role" IN ('owner', 'moderator'))`,
    );
    await runner.query(`ALTER TABLE "invites" ADD "public_id" uuid NOT NULL DEFAULT uuidv7()`);
    await runner.query(`UPDATE "invites" SET "public_id" = uuidv7("created_at" - now())`);
    await runner.query(
      `ALTER TABLE "invites" ADD CONSTRAINT "invites_server_id_public_id_key" UNIQUE ("server_id", "public_id")`,
    );
    // The index of the constraint replaces it.
    await runner.query(`DROP INDEX "invites_server_id_idx"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX "invites_server_id_idx" ON "invites"  ("server_id")`);
    await runner.query(`ALTER TABLE "invites" DROP CONSTRAINT "invites_server_id_public_id_key"`);
    await runner.query(`ALTER TABLE "invites" DROP COLUMN "public_id"`);
  }
}
