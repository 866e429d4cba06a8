import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds groups of members. The previous release shows none. */
export class Groups1795500600010 implements MigrationInterface {
  name = 'Groups1795500600010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "member_groups" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "name" text NOT NULL, "color" text NOT NULL, CONSTRAINT "member_groups_server_id_name_key" UNIQUE ("server_id", "name"), CONSTRAINT "member_groups_color_check" CHECK ("color" in ('accent', 'warm', 'danger', 'neutral')), CONSTRAINT "member_groups_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "group_members" ("group_id" uuid NOT NULL, "user_id" uuid NOT NULL, "server_id" uuid NOT NULL, "id" uuid NOT NULL DEFAULT uuidv7(), "added_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "group_members_pkey" PRIMARY KEY ("group_id", "user_id"))`,
    );
    await runner.query(`CREATE INDEX "group_members_newest_idx" ON "group_members"  ("group_id", "id")`);
    await runner.query(
      `CREATE INDEX "group_members_member_idx" ON "group_members"  ("server_id", "user_id")`,
    );
    await runner.query(
      `ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "member_groups"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "group_members" ADD CONSTRAINT "group_members_member_fkey" FOREIGN KEY ("server_id", "user_id") REFERENCES "server_members"("server_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "group_members"`);
    await runner.query(`DROP TABLE "member_groups"`);
  }
}
