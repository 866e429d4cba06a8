import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const FUNCTION = 'retain_former_username';

/** Retains former Oni IDs, so that the addresses of feeds survive a change. */
export class FormerUsernames1795300700011 implements MigrationInterface {
  name = 'FormerUsernames1795300700011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "former_usernames" ("username" text NOT NULL, "user_id" uuid NOT NULL, "released_at" timestamptz NOT NULL DEFAULT now(), CONSTRAINT "former_usernames_pkey" PRIMARY KEY ("username"))`,
    );
    await runner.query(
      `CREATE INDEX "former_usernames_user_id_idx" ON "former_usernames" ("user_id", "released_at")`,
    );
    await runner.query(
      `ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await installFunctions(runner, [FUNCTION]);
    await runner.query(
      `CREATE TRIGGER users_retain_username AFTER UPDATE OF username ON users FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION ${FUNCTION}()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER users_retain_username ON users`);
    await runner.query(`DROP FUNCTION ${FUNCTION}()`);
    await runner.query(`DROP TABLE "former_usernames"`);
  }
}
