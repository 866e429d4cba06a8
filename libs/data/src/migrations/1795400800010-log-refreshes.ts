import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

/** Refreshes the rings of recipients whose entries are deleted, hidden or shown again. */
export class LogRefreshes1795400800010 implements MigrationInterface {
  name = 'LogRefreshes1795400800010';

  async up(runner: QueryRunner): Promise<void> {
    await installFunctions(runner, ['refresh_logs_of_gone_entries', 'refresh_logs_about']);
    await runner.query(
      'CREATE TRIGGER notifications_refresh AFTER DELETE ON notifications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refresh_logs_of_gone_entries()',
    );
    await runner.query(
      `CREATE TRIGGER posts_refresh_logs AFTER UPDATE OF is_public, is_archived ON posts FOR EACH ROW
         WHEN ((OLD.is_public AND NOT OLD.is_archived) <> (NEW.is_public AND NOT NEW.is_archived))
         EXECUTE FUNCTION refresh_logs_about('post')`,
    );
    await runner.query(
      `CREATE TRIGGER users_refresh_logs AFTER UPDATE OF is_public ON users FOR EACH ROW
         WHEN (OLD.is_public <> NEW.is_public) EXECUTE FUNCTION refresh_logs_about('member')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER users_refresh_logs ON users');
    await runner.query('DROP TRIGGER posts_refresh_logs ON posts');
    await runner.query('DROP TRIGGER notifications_refresh ON notifications');
    await runner.query('DROP FUNCTION refresh_logs_about()');
    await runner.query('DROP FUNCTION refresh_logs_of_gone_entries()');
  }
}
