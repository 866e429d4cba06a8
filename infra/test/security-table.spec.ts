import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROW = /^\| *(\d+\.\d+\.\d+) *\| *(.+?) *\| *(Met|Not applicable|Not met) *\| *(.+?) *\|$/gmu;
const CITED_TEST = /`([\w./-]+\.(?:spec|test)\.tsx?)` "([^"]+)"/gu;
const CITED_SECTION = /\]\(#([\w-]+)\)/gu;

/** The number of rows of levels 1 and 2 in each section of the ASVS 5.0.0. */
const SECTIONS = `
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
`;

/** Rows that the product's specification forbids. */
const FORBIDDEN = ['6.2.5', '6.3.3'];
/** Rows about telephones, other out-of-band factors and federation, which do not exist here. */
const ABSENT = ['6.6.1', '6.6.2', '6.6.3', '6.8.1', '6.8.2', '6.8.3', '6.8.4', '7.1.3', '7.6.1'];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = read('docs/security.md');
const rows = [...page.matchAll(ROW)].map(([, number = '', , status = '', evidence = '']) => ({
  number,
  status,
  evidence,
}));

/** Returns the address of a heading, as GitHub makes it. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/gu, '')
    .replaceAll(' ', '-');

const headings = [...page.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) => slugOf(heading));

/** Returns whether a text is part of a string in the source of a test. */
const isTitleIn = (source: string, title: string): boolean =>
  source.split('\n').some((line) => {
    const start = line.indexOf(title);
    return (
      start > 0 && /['"`]/u.test(line.slice(0, start)) && /['"`]/u.test(line.slice(start + title.length))
    );
  });

describe('docs/security.md', () => {
  it('lists each row of levels 1 and 2 of its chapters once, in order', () => {
    const expected = [...SECTIONS.matchAll(/(\S+):(\d+)/gu)].flatMap(([, section, count]) =>
      Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
    );
    expect(rows.map(({ number }) => number)).toEqual(expected);
  });

  it('cites existing tests by their titles, and existing sections', () => {
    const missing = rows.flatMap(({ number, evidence }) => [
      ...[...evidence.matchAll(CITED_TEST)]
        .filter(([, file = '', title = '']) => !existsSync(join(ROOT, file)) || !isTitleIn(read(file), title))
        .map(([cited]) => `${number}: ${cited}`),
      ...[...evidence.matchAll(CITED_SECTION)]
        .filter(([, section = '']) => !headings.includes(section))
        .map(([cited]) => `${number}: ${cited}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('shows each met row by a test or by documentation', () => {
    const unproven = rows.filter(
      ({ status, evidence }) => status === 'Met' && !/\.(?:spec|test)\.tsx?` "|\]\(#/u.test(evidence),
    );
    expect(unproven).toEqual([]);
  });

  it('meets all rows except those that the specification forbids', () => {
    const numbersOf = (wanted: string) =>
      rows.filter(({ status }) => status === wanted).map(({ number }) => number);
    expect(numbersOf('Not met')).toEqual(FORBIDDEN);
    expect(numbersOf('Not applicable')).toEqual(ABSENT);
    for (const { number, evidence } of rows) {
      if (FORBIDDEN.includes(number)) expect(evidence).toContain('Rationale and mitigation');
    }
  });
});
