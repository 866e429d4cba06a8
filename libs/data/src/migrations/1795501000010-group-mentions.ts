import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds who may mention a group, and how many groups a member mentioned today. The previous release mentions no groups when it edits. */
export class GroupMentions1795501000010 implements MigrationInterface {
  name = 'GroupMentions1795501000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "member_groups" ADD "mentionable_by" text NOT NULL DEFAULT 'staff'`);
    await runner.query(
      `ALTER TABLE "member_groups" ADD CONSTRAINT "member_groups_mentionable_by_check" CHECK ("mentionable_by" in ('staff', 'members'))`,
    );
    await runner.query(`ALTER TABLE "member_usage" ADD "group_mentions" integer NOT NULL DEFAULT '0'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "member_usage" DROP COLUMN "group_mentions"`);
    await runner.query(`ALTER TABLE "member_groups" DROP COLUMN "mentionable_by"`);
  }
}
