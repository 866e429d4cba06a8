import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FOLDER = fileURLToPath(new URL('migrations/', import.meta.url));
/** The last migration of the first release. */
const RELEASED = 1_795_206_000_113;

/**
 * What breaks a backend of the previous release, which reads and writes the migrated schema during an upgrade. A later
 * release may do these, once no version in use needs what they remove.
 */
const BREAKING: readonly RegExp[] = [
  /\bDROP (TABLE|COLUMN|TYPE|VIEW|FUNCTION|SEQUENCE|DEFAULT)\b/iu,
  /\bRENAME\b/iu,
  /\bALTER COLUMN\b[^;]*?\b(TYPE|SET NOT NULL)\b/iu,
  /\bALTER TABLE\b[^;`]*?\bADD (?!CONSTRAINT)(?:(?!DEFAULT)[^,;`])*\bNOT NULL\b(?![^,;`]*\bDEFAULT\b)/iu,
];

const breakingIn = (sql: string): string[] => BREAKING.flatMap((pattern) => pattern.exec(sql)?.[0] ?? []);

describe('migrations since the first release', () => {
  const files = readdirSync(FOLDER).filter((file) => Number(file.split('-')[0]) > RELEASED);

  it('only expand the schema, so that the previous release works on it', () => {
    for (const file of files) {
      const [up = ''] = readFileSync(join(FOLDER, file), 'utf8').split('async down(');
      expect([file, breakingIn(up)]).toEqual([file, []]);
    }
  });

  it.each([
    'ALTER TABLE "users" DROP COLUMN "bio"',
    'ALTER TABLE "users" RENAME COLUMN "bio" TO "about"',
    'ALTER TABLE "users" ALTER COLUMN "bio" SET NOT NULL',
    'ALTER TABLE "users" ALTER COLUMN "bio" TYPE integer',
    'ALTER TABLE "users" ADD "bio" text NOT NULL',
    'DROP TABLE "posts"',
  ])('may not: %s', (sql) => {
    expect(breakingIn(sql)).not.toEqual([]);
  });

  it.each([
    'ALTER TABLE "users" ADD "bio" text',
    `ALTER TABLE "users" ADD "bio" text NOT NULL DEFAULT ''`,
    'CREATE TABLE "notes" ("id" uuid NOT NULL, CONSTRAINT "notes_pkey" PRIMARY KEY ("id"))',
    'ALTER TABLE "users" DROP CONSTRAINT "users_bio_check"',
    'CREATE INDEX "users_bio_idx" ON "users" ("bio")',
  ])('may: %s', (sql) => {
    expect(breakingIn(sql)).toEqual([]);
  });
});
