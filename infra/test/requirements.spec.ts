import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LISTED = /^- \*\*([A-Z]{3}-\d{3})\*\*/gmu;
const CITED = /\b[A-Z]{3}-\d{3}\b/gu;
const PARTS = ['backend', 'frontend', 'infra', 'libs', 'worker'];
const BUILT = /(^|\/)(dist|node_modules)\//u;
const TEST_FILE = /\.(spec|test)\.tsx?$/u;
/** Hash functions, which look like requirement numbers. */
const NOT_A_REQUIREMENT = new Set(['SHA-256', 'SHA-384', 'SHA-512']);

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

function citedNumbers(): Set<string> {
  const files = PARTS.flatMap((part) =>
    readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
      .filter((file) => TEST_FILE.test(file) && !BUILT.test(file))
      .map((file) => join(part, file)),
  );
  const numbers = files.flatMap((file) => read(file).match(CITED) ?? []);
  return new Set(numbers.filter((number) => !NOT_A_REQUIREMENT.has(number)));
}

describe('docs/requirements.md', () => {
  const listed = [...read('docs/requirements.md').matchAll(LISTED)].map(([, number]) => number!);

  it('lists each requirement once', () => {
    expect(listed.filter((number, index) => listed.indexOf(number) !== index)).toEqual([]);
  });

  it('lists the requirements that tests cite, and no others', () => {
    expect([...citedNumbers()].toSorted()).toEqual(listed.toSorted());
  });
});
