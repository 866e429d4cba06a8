import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Renditions1795206000005 implements MigrationInterface {
  name = 'Renditions1795206000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "objects" ADD "rendition_of" text`);
    await runner.query(`ALTER TABLE "objects" ADD "width" integer`);
    await runner.query(`ALTER TABLE "objects" ADD "attempts" integer NOT NULL DEFAULT '0'`);
    await runner.query(
      `CREATE INDEX "objects_renditions_idx" ON "objects"  ("rendition_of", "width") WHERE "rendition_of" is not null`,
    );
    await runner.query(
      `ALTER TABLE "objects" ADD CONSTRAINT "objects_rendition_of_fkey" FOREIGN KEY ("rendition_of") REFERENCES "objects"("path") ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "objects" DROP CONSTRAINT "objects_rendition_of_fkey"`);
    await runner.query(`DROP INDEX "objects_renditions_idx"`);
    await runner.query(`ALTER TABLE "objects" DROP COLUMN "attempts"`);
    await runner.query(`ALTER TABLE "objects" DROP COLUMN "width"`);
    await runner.query(`ALTER TABLE "objects" DROP COLUMN "rendition_of"`);
  }
}
