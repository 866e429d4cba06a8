import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foldCase } from '@oniverse/contracts';
import { TestStack } from '@oniverse/testing';

describe('foldCase', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('folds each character that both know like PostgreSQL', async () => {
    const rows: { code: number; folded: string }[] = await stack.dataSource.query(
      `SELECT code, casefold(chr(code) COLLATE "pg_unicode_fast") AS folded
         FROM generate_series(1, 1114111) AS code
        WHERE code NOT BETWEEN 55296 AND 57343 AND unicode_assigned(chr(code))`,
    );
    const isKnown = /\P{Cn}/u;
    const differing = rows.filter(({ code, folded }) => {
      const character = String.fromCodePoint(code);
      return isKnown.test(character) && foldCase(character) !== folded;
    });
    expect(differing).toEqual([]);
  });

  it('folds words, whose last sigma is another letter', () => {
    expect(['ΟΔΟΣ', 'Straße', 'ΑΣ Σ', 'Iı'].map(foldCase)).toEqual(['οδοσ', 'strasse', 'ασ σ', 'iı']);
  });
});
