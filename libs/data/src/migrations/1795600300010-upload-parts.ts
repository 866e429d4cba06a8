import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds uploads in parts. The previous release sends every file at once. */
export class UploadParts1795600300010 implements MigrationInterface {
  name = 'UploadParts1795600300010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "objects" ADD "parts_upload_id" text`);
    await runner.query(
      `CREATE TABLE "upload_parts" ("path" text NOT NULL, "number" smallint NOT NULL, "etag" text NOT NULL, "sha256" text NOT NULL, CONSTRAINT "upload_parts_pkey" PRIMARY KEY ("path", "number"))`,
    );
    await runner.query(
      `ALTER TABLE "upload_parts" ADD CONSTRAINT "upload_parts_path_fkey" FOREIGN KEY ("path") REFERENCES "objects"("path") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "upload_parts"`);
    await runner.query(`ALTER TABLE "objects" DROP COLUMN "parts_upload_id"`);
  }
}
