import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installFunctions } from '../functions.js';

const FUNCTION = 'match_push_kinds';

/** Stores the kinds that are pushed as a list. A trigger keeps the columns that the list replaces equal to it. */
export class PushKinds1795400801010 implements MigrationInterface {
  name = 'PushKinds1795400801010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "notification_settings" ADD "push_kinds" text array NOT NULL DEFAULT '{mention,reply,invite,message}'`,
    );
    await runner.query(
      `UPDATE notification_settings SET push_kinds = array_remove(ARRAY[
         CASE WHEN push_mentions THEN 'mention' END, CASE WHEN push_replies THEN 'reply' END,
         CASE WHEN push_ripples THEN 'ripple' END, CASE WHEN push_links THEN 'link' END,
         CASE WHEN push_invites THEN 'invite' END, CASE WHEN push_messages THEN 'message' END], NULL)`,
    );
    await installFunctions(runner, [FUNCTION]);
    await runner.query(
      `CREATE TRIGGER notification_settings_match BEFORE INSERT OR UPDATE ON notification_settings
         FOR EACH ROW EXECUTE FUNCTION ${FUNCTION}()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER notification_settings_match ON notification_settings');
    await runner.query(`DROP FUNCTION ${FUNCTION}()`);
    await runner.query('ALTER TABLE "notification_settings" DROP COLUMN "push_kinds"');
  }
}
