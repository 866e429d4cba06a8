import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Posts, tags, the archive, the album, stored objects, links, and the outbox. */
export class OwnThings1795206000002 implements MigrationInterface {
  name = 'OwnThings1795206000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "boards" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "name" text NOT NULL, "description" text, "tags" text array NOT NULL DEFAULT '{}', "is_public" boolean NOT NULL DEFAULT true, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "boards_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "boards_own_idx" ON "boards"  ("user_id", "id")`);
    await runner.query(
      `CREATE TABLE "capsules" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "name" text NOT NULL, "description" text, "tags" text array NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "capsules_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "capsules_own_idx" ON "capsules"  ("user_id", "id")`);
    await runner.query(
      `CREATE TABLE "connections" ("id" uuid NOT NULL DEFAULT uuidv7(), "from_user_id" uuid NOT NULL, "to_user_id" uuid NOT NULL, "shared_tags" text array NOT NULL DEFAULT '{}', "strength" integer NOT NULL DEFAULT '1', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "connections_pair_key" UNIQUE ("from_user_id", "to_user_id"), CONSTRAINT "connections_order_check" CHECK ("from_user_id" < "to_user_id"), CONSTRAINT "connections_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "connections_strength_idx" ON "connections"  ("strength", "id")`);
    await runner.query(`CREATE INDEX "connections_to_user_id_idx" ON "connections"  ("to_user_id")`);
    await runner.query(
      `CREATE TABLE "objects" ("path" text NOT NULL, "user_id" uuid, "state" text NOT NULL DEFAULT 'awaited', "upload_token_hash" text, "upload_expires_at" TIMESTAMP WITH TIME ZONE, "content_type" text, "size" integer, "sha256" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "objects_upload_token_hash_key" UNIQUE ("upload_token_hash"), CONSTRAINT "objects_state_check" CHECK ("state" in ('awaited', 'arriving', 'stored', 'used', 'discarded')), CONSTRAINT "objects_pkey" PRIMARY KEY ("path"))`,
    );
    await runner.query(
      `CREATE INDEX "objects_unsettled_idx" ON "objects"  ("state", "created_at") WHERE "state" <> 'used'`,
    );
    await runner.query(`CREATE INDEX "objects_user_id_idx" ON "objects"  ("user_id")`);
    await runner.query(
      `CREATE TABLE "images" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "board_id" uuid, "title" text, "description" text, "image_url" text NOT NULL, "tags" text array NOT NULL DEFAULT '{}', "is_public" boolean NOT NULL DEFAULT true, "width" integer, "height" integer, "blurhash" text, "ready_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "images_image_url_key" UNIQUE ("image_url"), CONSTRAINT "images_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "images_board_id_idx" ON "images"  ("board_id", "id")`);
    await runner.query(`CREATE INDEX "images_visible_idx" ON "images"  ("user_id", "id") WHERE "is_public"`);
    await runner.query(`CREATE INDEX "images_own_idx" ON "images"  ("user_id", "id")`);
    await runner.query(
      `CREATE TABLE "outbox" ("id" uuid NOT NULL DEFAULT uuidv7(), "topic" text NOT NULL, "subject" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "posts" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "title" text NOT NULL, "content" text NOT NULL, "markdown_content" text NOT NULL, "tags" text array NOT NULL DEFAULT '{}', "given_tags" text array NOT NULL DEFAULT '{}', "is_public" boolean NOT NULL DEFAULT true, "is_archived" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "posts_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "posts_public_by_user_idx" ON "posts"  ("user_id", "id") WHERE "is_public" and not "is_archived"`,
    );
    await runner.query(
      `CREATE INDEX "posts_public_idx" ON "posts"  ("id") WHERE "is_public" and not "is_archived"`,
    );
    await runner.query(`CREATE INDEX "posts_own_idx" ON "posts"  ("user_id", "is_archived", "id")`);
    await runner.query(
      `CREATE TABLE "profile_archives" ("id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "capsule_id" uuid, "title" text NOT NULL, "markdown_content" text NOT NULL, "tags" text array NOT NULL DEFAULT '{}', "given_tags" text array NOT NULL DEFAULT '{}', "is_hidden" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "profile_archives_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "profile_archives_capsule_id_idx" ON "profile_archives"  ("capsule_id", "id")`,
    );
    await runner.query(`CREATE INDEX "profile_archives_own_idx" ON "profile_archives"  ("user_id", "id")`);
    await runner.query(
      `CREATE TABLE "tags" ("id" uuid NOT NULL DEFAULT uuidv7(), "name" text NOT NULL, "usage_count" integer NOT NULL DEFAULT '0', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "tags_name_key" UNIQUE ("name"), CONSTRAINT "tags_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "users_public_idx" ON "users"  ("id") WHERE "is_public"`);
    await runner.query(`CREATE INDEX "messages_created_idx" ON "messages"  ("channel_id", "created_at")`);
    await runner.query(
      `CREATE INDEX "server_members_joined_idx" ON "server_members"  ("server_id", "joined_at")`,
    );
    await runner.query(
      `ALTER TABLE "boards" ADD CONSTRAINT "boards_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "connections_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "images" ADD CONSTRAINT "images_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "images" ADD CONSTRAINT "images_board_id_fkey" FOREIGN KEY ("board_id") REFERENCES "boards"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "images" ADD CONSTRAINT "images_image_url_fkey" FOREIGN KEY ("image_url") REFERENCES "objects"("path") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "posts" ADD CONSTRAINT "posts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "profile_archives" ADD CONSTRAINT "profile_archives_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "profile_archives" ADD CONSTRAINT "profile_archives_capsule_id_fkey" FOREIGN KEY ("capsule_id") REFERENCES "capsules"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "server_members_joined_idx"`);
    await runner.query(`DROP INDEX "messages_created_idx"`);
    await runner.query(`DROP INDEX "users_public_idx"`);
    await runner.query(`DROP TABLE "images"`);
    await runner.query(`DROP TABLE "profile_archives"`);
    await runner.query(`DROP TABLE "posts"`);
    await runner.query(`DROP TABLE "outbox"`);
    await runner.query(`DROP TABLE "tags"`);
    await runner.query(`DROP TABLE "objects"`);
    await runner.query(`DROP TABLE "connections"`);
    await runner.query(`DROP TABLE "capsules"`);
    await runner.query(`DROP TABLE "boards"`);
  }
}
