import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  [
    'users_display_name_form_idx',
    `CREATE INDEX "users_display_name_form_idx" ON "users" ((search_form("display_name")) COLLATE "C")`,
  ],
  [
    'users_terms_idx',
    `CREATE INDEX "users_terms_idx" ON "users" USING gin (
       search_terms("username" || E'\\n' || coalesce("display_name", '') || E'\\n' || coalesce("bio", ''), ''))
       WITH (fastupdate = off)`,
  ],
  ['tags_name_form_idx', `CREATE INDEX "tags_name_form_idx" ON "tags" ((search_form("name")) COLLATE "C")`],
  [
    'tags_terms_idx',
    `CREATE INDEX "tags_terms_idx" ON "tags" USING gin (search_terms("name", '')) WITH (fastupdate = off)`,
  ],
  [
    'servers_public_name_form_idx',
    `CREATE INDEX "servers_public_name_form_idx" ON "servers" ((search_form("name")) COLLATE "C") WHERE "is_public"`,
  ],
  [
    'servers_public_terms_idx',
    `CREATE INDEX "servers_public_terms_idx" ON "servers" USING gin (
       search_terms("name" || E'\\n' || coalesce("description", ''), '')) WITH (fastupdate = off) WHERE "is_public"`,
  ],
] as const;

/** Adds the indexes for searching members, tags and dimensions. Until it ends, these can be read but not written. */
export class IndexesOfNames1795300700013 implements MigrationInterface {
  name = 'IndexesOfNames1795300700013';

  async up(runner: QueryRunner): Promise<void> {
    for (const [, statement] of INDEXES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [index] of INDEXES) await runner.query(`DROP INDEX "${index}"`);
  }
}
