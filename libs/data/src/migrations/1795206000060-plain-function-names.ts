import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames trigger functions. Triggers refer to them by oid, so a process of the previous version notices nothing. */
export class PlainFunctionNames1795206000060 implements MigrationInterface {
  name = 'PlainFunctionNames1795206000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER FUNCTION tell_of_outbox() RENAME TO notify_outbox');
    await runner.query(`ALTER TRIGGER "outbox_tell" ON "outbox" RENAME TO "outbox_notify"`);
    await runner.query('ALTER FUNCTION remove_links_of_gone() RENAME TO delete_links_of_erased_members');
    await runner.query(`ALTER TRIGGER "users_remove_links" ON "users" RENAME TO "users_delete_links"`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TRIGGER "users_delete_links" ON "users" RENAME TO "users_remove_links"`);
    await runner.query('ALTER FUNCTION delete_links_of_erased_members() RENAME TO remove_links_of_gone');
    await runner.query(`ALTER TRIGGER "outbox_notify" ON "outbox" RENAME TO "outbox_tell"`);
    await runner.query('ALTER FUNCTION notify_outbox() RENAME TO tell_of_outbox');
  }
}
