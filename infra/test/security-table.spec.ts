import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROW = /^\| *(\d+\.\d+\.\d+) *\| *(.+?) *\| *(Met|Not applicable|Not met) *\| *(.+?) *\|$/gmu;
/** A file, and a part of a test's title or of a configuration. */
const CITED_TEXT = /`([\w./-]+)` "([^"]+)"/gu;
const CITED_SECTION = /\]\(([\w-]+\.md)?#([\w-]+)\)/gu;
const TEST = /\.(?:spec|test)\.tsx?$/u;

/** The number of rows of levels 1 and 2 in each section of the ASVS 5.0.0. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`;

/** Rows that the product's specification forbids. */
const FORBIDDEN = ['6.2.5', '6.3.3'];
/** Codes of authenticator apps are accepted for 90 seconds, because clocks differ. */
const CLOCKS = '6.5.5';
/** Other rows that are not met. Adding one here needs a reason in the table. */
const UNMET = `
  3.4.1 4.1.2 5.4.3 12.3.1 12.3.3 13.2.1 13.3.1 13.3.2 14.2.1 14.3.3 15.2.1
`;
/** Rows of V6, V7 and V16 about telephones, other out-of-band factors and federation, which do not exist here. */
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

/** Returns whether a page has a section. */
const hasSection = (file: string, section: string): boolean =>
  existsSync(join(ROOT, 'docs', file)) &&
  [...read(`docs/${file}`).matchAll(/^#+ (.+)$/gmu)].some(([, heading = '']) => slugOf(heading) === section);

/** Returns whether a text is part of a string in the source of a test. */
const isTitleIn = (source: string, title: string): boolean =>
  source.split('\n').some((line) => {
    const start = line.indexOf(title);
    return (
      start > 0 && /['"`]/u.test(line.slice(0, start)) && /['"`]/u.test(line.slice(start + title.length))
    );
  });

/** Returns whether a file has a cited text: a test in one of its strings, another file anywhere. */
const hasText = (file: string, text: string): boolean =>
  existsSync(join(ROOT, file)) && (TEST.test(file) ? isTitleIn(read(file), text) : read(file).includes(text));

const numbersOf = (status: string): string[] =>
  rows.filter((row) => row.status === status).map(({ number }) => number);

describe('docs/security.md', () => {
  it('lists each row of levels 1 and 2 once, in order', () => {
    const expected = [...SECTIONS.matchAll(/(\S+):(\d+)/gu)].flatMap(([, section, count]) =>
      Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`),
    );
    expect(expected).toHaveLength(253);
    expect(rows.map(({ number }) => number)).toEqual(expected);
  });

  it('cites existing tests by their titles, existing configuration, and existing sections', () => {
    const missing = rows.flatMap(({ number, evidence }) => [
      ...[...evidence.matchAll(CITED_TEXT)]
        .filter(([, file = '', text = '']) => !hasText(file, text))
        .map(([cited]) => `${number}: ${cited}`),
      ...[...evidence.matchAll(CITED_SECTION)]
        .filter(([, file = 'security.md', section = '']) => !hasSection(file, section))
        .map(([cited]) => `${number}: ${cited}`),
    ]);
    expect(missing).toEqual([]);
  });

  it('shows each met row by a test, by configuration or by documentation', () => {
    const unproven = rows.filter(
      ({ status, evidence }) => status === 'Met' && !/` "|\]\((?:[\w-]+\.md)?#/u.test(evidence),
    );
    expect(unproven).toEqual([]);
  });

  it('names the rows that are not met, with their reasons', () => {
    const unmet = [...FORBIDDEN, CLOCKS, ...UNMET.trim().split(/\s+/u)];
    expect(numbersOf('Not met').toSorted()).toEqual(unmet.toSorted());
    for (const { number, evidence } of rows) {
      if (FORBIDDEN.includes(number)) expect(evidence).toContain('Rationale and mitigation');
    }
  });

  it('meets all of V6, V7 and V16 except what the specification forbids and for clocks', () => {
    const chapters = rows.filter(({ number }) => /^(?:6|7|16)\./u.test(number));
    expect(chapters.filter(({ status }) => status === 'Not met').map(({ number }) => number)).toEqual([
      ...FORBIDDEN,
      CLOCKS,
    ]);
    expect(chapters.filter(({ status }) => status === 'Not applicable').map(({ number }) => number)).toEqual(
      ABSENT,
    );
  });
});
