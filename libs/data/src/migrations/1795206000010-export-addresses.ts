import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExportAddresses1795206000010 implements MigrationInterface {
  name = 'ExportAddresses1795206000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "export_addresses" ("user_id" uuid NOT NULL, "token_hash" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "export_addresses_token_hash_key" UNIQUE ("token_hash"), CONSTRAINT "export_addresses_pkey" PRIMARY KEY ("user_id"))`,
    );
    await runner.query(
      `ALTER TABLE "export_addresses" ADD CONSTRAINT "export_addresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "export_addresses"`);
  }
}
