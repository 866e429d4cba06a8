import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds indexes for listing public servers by size and searching their texts. */
export class PublicServers1795206000042 implements MigrationInterface {
  name = 'PublicServers1795206000042';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "servers_public_size_idx" ON "servers"  ("member_count", "id") WHERE "is_public"`,
    );
    // Used by the list of all public servers, which no longer exists.
    await runner.query(`DROP INDEX "servers_public_idx"`);
    // A trusted extension: the owner of a database may install it.
    await runner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await runner.query(
      `CREATE INDEX "servers_public_text_idx" ON "servers"
        USING gin (casefold(("name" || E'\\n' || coalesce("description", '')) COLLATE "pg_unicode_fast") gin_trgm_ops)
        WHERE "is_public"`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "servers_public_text_idx"`);
    await runner.query(`DROP EXTENSION pg_trgm`);
    await runner.query(`CREATE INDEX "servers_public_idx" ON "servers"  ("id") WHERE "is_public"`);
    await runner.query(`DROP INDEX "servers_public_size_idx"`);
  }
}
