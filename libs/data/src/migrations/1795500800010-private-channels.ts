import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds private channels. The functions that it ships with close them to the members of the previous release, which still names them. */
export class PrivateChannels1795500800010 implements MigrationInterface {
  name = 'PrivateChannels1795500800010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" ADD "is_private" boolean NOT NULL DEFAULT false`);
    await runner.query(`CREATE INDEX "channels_private_idx" ON "channels"  ("server_id") WHERE "is_private"`);
    await runner.query(
      `CREATE TABLE "channel_grants" ("id" uuid NOT NULL DEFAULT uuidv7(), "channel_id" uuid NOT NULL, "server_id" uuid NOT NULL, "user_id" uuid, "group_id" uuid, "added_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "channel_grants_reader_check" CHECK (num_nonnulls("user_id", "group_id") = 1), CONSTRAINT "channel_grants_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "channel_grants_group_id_idx" ON "channel_grants"  ("group_id") WHERE "group_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "channel_grants_membership_idx" ON "channel_grants"  ("server_id", "user_id") WHERE "user_id" is not null`,
    );
    await runner.query(
      `CREATE INDEX "channel_grants_newest_idx" ON "channel_grants"  ("channel_id", "id") WHERE "user_id" is not null`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "channel_grants_group_key" ON "channel_grants"  ("channel_id", "group_id") WHERE "group_id" is not null`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "channel_grants_member_key" ON "channel_grants"  ("channel_id", "user_id") WHERE "user_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "channel_grants" ADD CONSTRAINT "channel_grants_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channel_grants" ADD CONSTRAINT "channel_grants_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "member_groups"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channel_grants" ADD CONSTRAINT "channel_grants_member_fkey" FOREIGN KEY ("server_id", "user_id") REFERENCES "server_members"("server_id", "user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "channel_grants"`);
    await runner.query(`DROP INDEX "channels_private_idx"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "is_private"`);
  }
}
