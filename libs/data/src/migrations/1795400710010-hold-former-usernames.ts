import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const FOREIGN_KEY = 'FOREIGN KEY ("user_id") REFERENCES "users"("id")';

/** Holds the last three former Oni IDs of each member for 90 days, beyond the erasure of the member. */
export class HoldFormerUsernames1795400710010 implements MigrationInterface {
  name = 'HoldFormerUsernames1795400710010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "former_usernames" ADD "held_until" timestamptz`);
    await runner.query(
      `UPDATE former_usernames former SET held_until = released_at + interval '90 days'
         FROM (SELECT username, row_number() OVER (PARTITION BY user_id ORDER BY released_at DESC, username) AS place
                 FROM former_usernames WHERE username NOT IN (SELECT username FROM users)) held
        WHERE former.username = held.username AND held.place <= 3`,
    );
    await runner.query(`ALTER TABLE "former_usernames" ALTER COLUMN "user_id" DROP NOT NULL`);
    await runner.query(`ALTER TABLE "former_usernames" DROP CONSTRAINT "former_usernames_user_id_fkey"`);
    await runner.query(
      `ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_fkey" ${FOREIGN_KEY} ON DELETE SET NULL ON UPDATE NO ACTION`,
    );
    await installFunctions(runner, ['retain_former_username']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "former_usernames" DROP CONSTRAINT "former_usernames_user_id_fkey"`);
    await runner.query(`DELETE FROM former_usernames WHERE user_id IS NULL`);
    await runner.query(
      `ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_user_id_fkey" ${FOREIGN_KEY} ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(`ALTER TABLE "former_usernames" ALTER COLUMN "user_id" SET NOT NULL`);
    await runner.query(`ALTER TABLE "former_usernames" DROP COLUMN "held_until"`);
  }
}
