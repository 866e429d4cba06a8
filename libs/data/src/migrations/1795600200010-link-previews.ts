import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds previews of the links in messages, and the switches of dimensions and members. */
export class LinkPreviews1795600200010 implements MigrationInterface {
  name = 'LinkPreviews1795600200010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "link_previews" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "address_hash" text NOT NULL, "state" text NOT NULL DEFAULT 'pending', "attempts" integer NOT NULL DEFAULT '0', "site" text, "title" text, "description" text, "picture_path" text, "picture_width" integer, "picture_height" integer, "fetched_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "link_previews_state_check" CHECK ("state" in ('pending', 'found', 'nothing')), CONSTRAINT "link_previews_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "link_previews_picture_key" ON "link_previews"  ("picture_path") WHERE "picture_path" is not null`,
    );
    await runner.query(`CREATE INDEX "link_previews_expiring_idx" ON "link_previews"  ("expires_at")`);
    await runner.query(
      `CREATE UNIQUE INDEX "link_previews_pending_key" ON "link_previews"  ("address_hash") WHERE "state" = 'pending'`,
    );
    await runner.query(
      `CREATE INDEX "link_previews_address_idx" ON "link_previews"  ("address_hash", "expires_at")`,
    );
    await runner.query(
      `CREATE TABLE "message_links" ("channel_id" uuid NOT NULL, "seq" integer NOT NULL, "place" integer NOT NULL, "address" text NOT NULL, "preview_id" uuid, CONSTRAINT "message_links_place_check" CHECK ("place" between 1 and 3), CONSTRAINT "message_links_pkey" PRIMARY KEY ("channel_id", "seq", "place"))`,
    );
    await runner.query(`CREATE INDEX "message_links_preview_id_idx" ON "message_links"  ("preview_id")`);
    await runner.query(`ALTER TABLE "servers" ADD "has_link_previews" boolean NOT NULL DEFAULT true`);
    await runner.query(`ALTER TABLE "users" ADD "shows_link_previews" boolean NOT NULL DEFAULT true`);
    await runner.query(
      `ALTER TABLE "link_previews" ADD CONSTRAINT "link_previews_picture_path_fkey" FOREIGN KEY ("picture_path") REFERENCES "objects"("path") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "message_links" ADD CONSTRAINT "message_links_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "message_links" ADD CONSTRAINT "message_links_preview_id_fkey" FOREIGN KEY ("preview_id") REFERENCES "link_previews"("id") ON DELETE RESTRICT ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "message_links"`);
    await runner.query(`DROP TABLE "link_previews"`);
    await runner.query(`ALTER TABLE "users" DROP COLUMN "shows_link_previews"`);
    await runner.query(`ALTER TABLE "servers" DROP COLUMN "has_link_previews"`);
  }
}
