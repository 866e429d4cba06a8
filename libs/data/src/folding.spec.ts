import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldCase, searchForm } from '@oniverse/contracts';
import { TestStack } from '@oniverse/testing';

describe('what texts are compared by', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('folds each character that both know like PostgreSQL, and has its form for searches', async () => {
    const rows: { code: number; folded: string; form: string }[] = await stack.dataSource.query(
      `SELECT code, casefold(chr(code) COLLATE "pg_unicode_fast") AS folded, search_form(chr(code) || 'e') AS form
         FROM generate_series(1, 1114111) AS code
        WHERE code NOT BETWEEN 55296 AND 57343 AND unicode_assigned(chr(code))`,
    );
    const isKnown = /\P{Cn}/u;
    const differing = rows.filter(({ code, folded, form }) => {
      const character = String.fromCodePoint(code);
      return (
        isKnown.test(character) && (foldCase(character) !== folded || searchForm(`${character}e`) !== form)
      );
    });
    expect(differing).toEqual([]);
  });

  it('has the form for searches of whole texts', async () => {
    const texts = [
      '',
      'Straße ΟΔΟΣ',
      'e\u0301\u200B ﬁn Ⅷ',
      '한국어 ㄱ',
      'İstanbul I\u0307',
      'שָׁלוֹם الـعَرَبِيَّة',
      'q\u0323\u0307 ｆｕｌｌ',
    ];
    const rows: { form: string }[] = await stack.dataSource.query(
      'SELECT search_form(given) AS form FROM unnest($1::text[]) WITH ORDINALITY AS t (given, place) ORDER BY place',
      [texts],
    );
    expect(texts.map(searchForm)).toEqual(rows.map(({ form }) => form));
  });

  it('folds words, whose last sigma is another letter', () => {
    expect(['ΟΔΟΣ', 'Straße', 'ΑΣ Σ', 'Iı'].map(foldCase)).toEqual(['οδοσ', 'strasse', 'ασ σ', 'iı']);
  });
});
