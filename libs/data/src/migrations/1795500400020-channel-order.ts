import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an order of channels, and categories. The previous release lists channels as before, and new ones come last. */
export class ChannelOrder1795500400020 implements MigrationInterface {
  name = 'ChannelOrder1795500400020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "channel_categories" ("created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "name" text NOT NULL, "position" integer NOT NULL, CONSTRAINT "channel_categories_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "channel_categories_server_id_idx" ON "channel_categories"  ("server_id")`,
    );
    await runner.query(
      `ALTER TABLE "channel_categories" ADD CONSTRAINT "channel_categories_server_id_fkey" FOREIGN KEY ("server_id") REFERENCES "servers"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(`ALTER TABLE "channels" ADD "category_id" uuid`);
    await runner.query(`ALTER TABLE "channels" ADD "position" integer`);
    await runner.query(
      `CREATE INDEX "channels_category_id_idx" ON "channels"  ("category_id") WHERE "category_id" is not null`,
    );
    await runner.query(
      `ALTER TABLE "channels" ADD CONSTRAINT "channels_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "channel_categories"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "channels" DROP CONSTRAINT "channels_category_id_fkey"`);
    await runner.query(`DROP INDEX "channels_category_id_idx"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "position"`);
    await runner.query(`ALTER TABLE "channels" DROP COLUMN "category_id"`);
    await runner.query(`DROP TABLE "channel_categories"`);
  }
}
