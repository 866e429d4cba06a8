import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds bans that only staff lift, and the audit log of a server. */
export class ServerAudit1795300600012 implements MigrationInterface {
  name = 'ServerAudit1795300600012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "server_removals" ADD "is_ban" boolean NOT NULL DEFAULT false`);
    await runner.query(
      `CREATE TABLE "server_audit" ("id" uuid NOT NULL DEFAULT uuidv7(), "server_id" uuid NOT NULL, "kind" text NOT NULL, "actor_id" uuid, "subject_id" uuid, "channel_id" uuid, "detail" jsonb NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "server_audit_pkey" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "server_audit_newest_idx" ON "server_audit" ("server_id", "id")`);
    await runner.query(`CREATE INDEX "server_audit_actor_id_idx" ON "server_audit" ("actor_id")`);
    await runner.query(`CREATE INDEX "server_audit_subject_id_idx" ON "server_audit" ("subject_id")`);
    for (const [column, target, onDelete] of [
      ['server_id', 'servers', 'CASCADE'],
      ['actor_id', 'users', 'SET NULL'],
      ['subject_id', 'users', 'SET NULL'],
    ]) {
      await runner.query(
        `ALTER TABLE "server_audit" ADD CONSTRAINT "server_audit_${column}_fkey" FOREIGN KEY ("${column}") REFERENCES "${target}"("id") ON DELETE ${onDelete} ON UPDATE NO ACTION`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "server_audit"`);
    await runner.query(`ALTER TABLE "server_removals" DROP COLUMN "is_ban"`);
  }
}
