import { describe, expect, it } from '@jest/globals';
import { diffTexts, type TextDiff } from './diff-texts.js';

const textsOf = ({ rows }: TextDiff, without: 'inserted' | 'deleted'): string =>
  rows
    .map((row) =>
      row
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n');

describe('diffTexts', () => {
  it('NXT-120 marks changed words, and numbers the changes', () => {
    const diff = diffTexts(
      '# Vesper\n\nI keep maps.\nAwake.',
      '# Vesper\n\nI keep old clocks.\nAwake.\n#sea',
    );
    expect(diff).toMatchObject({ changes: 2, unit: 'words' });
    expect(diff.rows[2]).toEqual([
      { kind: 'same', text: 'I keep ', change: 0 },
      { kind: 'deleted', text: 'maps', change: 0 },
      { kind: 'inserted', text: 'old clocks', change: 0 },
      { kind: 'same', text: '.', change: 1 },
    ]);
    expect(textsOf(diff, 'deleted')).toBe('# Vesper\n\nI keep old clocks.\nAwake.\n#sea');
    expect(textsOf(diff, 'inserted')).toBe('# Vesper\n\nI keep maps.\nAwake.');
  });

  it('NXT-120 finds no change between equal texts', () => {
    expect(diffTexts('One\ntwo', 'One\ntwo')).toMatchObject({ changes: 0 });
    expect(diffTexts('', '')).toEqual({ rows: [], changes: 0, unit: 'words' });
  });

  it('NXT-120 compares texts of 200,000 characters in bounded time', () => {
    const textOf = (word: string) => Array.from({ length: 20_000 }, (_, n) => `${word}${n * 7}`).join(' ');
    const [before, after] = [textOf('moon'), textOf('star')];
    const startedAt = performance.now();
    const diff = diffTexts(before, after, 100);
    // Two attempts, and time to prepare them.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(diff.unit).not.toBe('words');
    expect(textsOf(diff, 'deleted')).toBe(after);
    expect(textsOf(diff, 'inserted')).toBe(before);
  });
});
