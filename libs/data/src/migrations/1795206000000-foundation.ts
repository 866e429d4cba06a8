import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members, sessions, the waitlist, dimensions with their channels and messages. */
export class Foundation1795206000000 implements MigrationInterface {
  name = 'Foundation1795206000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "users" ("id" uuid NOT NULL DEFAULT uuidv7(), "username" text NOT NULL, "email" text NOT NULL, "password" text NOT NULL, "display_name" text, "bio" text, "profile_markdown" text NOT NULL DEFAULT '# Welcome to your digital shrine

Edit this markdown to customize your space.', "enshin_badge" text, "user_badges" text array NOT NULL DEFAULT '{}', "profile_image_url" text, "profile_theme" text NOT NULL DEFAULT 'main-cyberpunk', "profile_theme_mode" text NOT NULL DEFAULT 'dark', "is_public" boolean NOT NULL DEFAULT true, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "users_email_key" UNIQUE ("email"), CONSTRAINT "users_username_key" UNIQUE ("username"), CONSTRAINT "users_profile_theme_mode_check" CHECK ("profile_theme_mode" in ('light', 'dark')), CONSTRAINT "users_pkey" PRIMARY KEY ("id"))`);
    await runner.query(
      `CREATE TABLE "servers" ("id" uuid NOT NULL DEFAULT uuidv7(), "owner_id" uuid NOT NULL, "name" text NOT NULL, "description" text, "is_public" boolean NOT NULL DEFAULT true, "member_count" integer NOT NULL DEFAULT '1', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "servers_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "servers_public_idx" ON "servers"  ("id") WHERE "is_public"`);
    await runner.query(`CREATE INDEX "servers_owner_id_idx" ON "servers"  ("owner_id")`);
    await runner.query(
      `CREATE TABLE "channels" ("id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "name" text NOT NULL, "description" text, "is_default" boolean NOT NULL DEFAULT false, "last_seq" integer NOT NULL DEFAULT '0', "last_rev" integer NOT NULL DEFAULT '0', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "channels_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "channels_default_key" ON "channels"  ("server_id") WHERE "is_default"`,
    );
    await runner.query(`CREATE INDEX "channels_server_id_idx" ON "channels"  ("server_id")`);
    await runner.query(
      `CREATE TABLE "messages" ("id" uuid NOT NULL DEFAULT uuidv7(), "channel_id" uuid NOT NULL, "user_id" uuid, "seq" integer NOT NULL, "rev" integer NOT NULL, "content" text NOT NULL, "nonce" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "edited_at" TIMESTAMP WITH TIME ZONE, "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "messages_nonce_key" UNIQUE ("channel_id", "user_id", "nonce"), CONSTRAINT "messages_channel_id_seq_key" UNIQUE ("channel_id", "seq"), CONSTRAINT "messages_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "messages_user_id_idx" ON "messages"  ("user_id")`);
    await runner.query(
      `CREATE INDEX "messages_changed_idx" ON "messages"  ("channel_id", "rev") WHERE "edited_at" is not null or "deleted_at" is not null`,
    );
    await runner.query(
      `CREATE TABLE "server_members" ("id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "user_id" uuid NOT NULL, "role" text NOT NULL DEFAULT 'member', "joined_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "server_members_server_id_user_id_key" UNIQUE ("server_id", "user_id"), CONSTRAINT "server_members_role_check" CHECK ("role" in ('owner', 'moderator', 'member')), CONSTRAINT "server_members_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "server_members_user_id_idx" ON "server_members"  ("user_id")`);
    await runner.query(
      `CREATE TABLE "sessions" ("id" text NOT NULL, "public_id" uuid NOT NULL DEFAULT uuidv7(), "user_id" uuid NOT NULL, "device" text, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_seen_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "sessions_public_id_key" UNIQUE ("public_id"), CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "sessions_expires_at_idx" ON "sessions"  ("expires_at")`);
    await runner.query(`CREATE INDEX "sessions_user_id_idx" ON "sessions"  ("user_id")`);
    await runner.query(
      `CREATE TABLE "waitlist_entries" ("id" uuid NOT NULL DEFAULT uuidv7(), "email" text NOT NULL, "oni_id" text, "access_key" text, "source" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "waitlist_entries_oni_id_key" UNIQUE ("oni_id"), CONSTRAINT "waitlist_entries_email_key" UNIQUE ("email"), CONSTRAINT "waitlist_entries_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `ALTER TABLE "servers" ADD CONSTRAINT "servers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "server_members" ADD CONSTRAINT "server_members_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "server_members" ADD CONSTRAINT "server_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "waitlist_entries"`);
    await runner.query(`DROP TABLE "sessions"`);
    await runner.query(`DROP TABLE "server_members"`);
    await runner.query(`DROP TABLE "messages"`);
    await runner.query(`DROP TABLE "channels"`);
    await runner.query(`DROP TABLE "servers"`);
    await runner.query(`DROP TABLE "users"`);
  }
}
