import { describe, expect, it } from '@jest/globals';
import type { FilterKind } from '@oniverse/contracts';
import * as fc from 'fast-check';
import { FilterMatcher, strongestOf } from './filter-matcher.js';

const matches = (kind: FilterKind, filter: string, text: string): boolean =>
  new FilterMatcher([{ kind, text: filter, action: 'warn' }]).match(text).length > 0;

describe('filters', () => {
  it.each([
    ['nitro', 'Free NITRO!', true],
    ['nitro', 'nitro', true],
    ['nitro', '**nitro**, _nitro_', true],
    ['nitro', 'nitrogen', false],
    ['nitro', 'denitro', false],
    ['nitro', 'nitro2', false],
    ['nitro', 'n\u200Bi\u00ADt\u2060ro', true],
    ['nitro', 'ｎｉｔｒｏ', true],
    ['nitro', 'ńítrö', true],
    ['Straße', 'in der STRASSE', true],
    ['free nitro', 'FREE\n  nitro', true],
    ['free nitro', 'carefree nitro', false],
    ["don't", "I don't!", true],
    ['(nitro|x)', 'nitro', false],
    ['http://', 'see http://example.org', true],
    ['спам', 'это СПАМ.', true],
    ['спам', 'спамить', false],
    ['ملعون', 'مَلْعُونٌ!', true],
    ['σας', 'ΣΑΣ', true],
    ['禁止語', 'これは禁止語です', true],
    ['spam', 'これはspamです', true],
    ['サーバー', 'このサーバーは', true],
    ['ห้าม', 'คำห้ามนี้', true],
    ['कि', 'की', false],
    ['कि', 'कि।', true],
    ['𝐧itro', 'nitro', true],
    ['😀', 'well😀then', true],
  ])('TLK-271 compare the word %s with whole words: %s', (word, text, expected) => {
    expect(matches('word', word, text)).toBe(expected);
  });

  it.each([
    ['discord\\.gg/\\w+', 'https://DISCORD.gg/abc', true],
    ['DISCORD', 'discord', true],
    ['fre+ nitro', 'Freeee nítro', true],
    ['^nitro$', 'free nitro', false],
    ['a|b', 'xxb', true],
  ])('TLK-271 compare the pattern %s with the form of search: %s', (pattern, text, expected) => {
    expect(matches('pattern', pattern, text)).toBe(expected);
  });

  it('TLK-271 find a word between any others, and not within a longer one', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/u);
    const separator = fc.constantFrom(' ', '\n', '.', '_', '-', '!', '。', '的');
    fc.assert(
      fc.property(word, word, word, separator, separator, (before, found, after, left, right) => {
        const filter = new FilterMatcher([{ kind: 'word', text: found, action: 'warn' }]);
        expect(filter.match(before + left + found.toUpperCase() + right + after)).toHaveLength(1);
        expect(filter.match(`${before}9${found}${right}`)).toHaveLength(0);
      }),
    );
  });

  it('TLK-273 apply the strongest action of those that match', () => {
    const matcher = new FilterMatcher([
      { kind: 'pattern', text: 'nit', action: 'hold' },
      { kind: 'word', text: 'nitro', action: 'refuse' },
      { kind: 'word', text: 'free', action: 'warn' },
    ]);
    expect(strongestOf(matcher.match('free nitro'))).toBe('refuse');
    expect(strongestOf(matcher.match('free nits'))).toBe('hold');
    expect(strongestOf(matcher.match('free'))).toBe('warn');
    expect(strongestOf(matcher.match('nothing'))).toBeUndefined();
  });
});
