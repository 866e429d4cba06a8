import { describe, expect, it } from '@jest/globals';
import { excerptOf } from './excerpt.js';
import { nameTermsOf, wordTermsOf } from './search-terms.js';

describe('the terms of a search', () => {
  it('NXT-071 escapes wildcards in names', () => {
    expect(nameTermsOf('50%_a\\b')).toEqual({ prefix: '50\\%\\_a\\\\b%', parts: [] });
    expect(nameTermsOf('@wren x', '@')).toEqual({ prefix: 'wren x%', parts: ['%wren%', '%x%'] });
  });

  it('NXT-071 contains nothing of the syntax of tsquery', () => {
    const { query } = wordTermsOf(`it's <-> a:* & !(moth|tid)\\`) ?? {};
    expect(query).toBe(`'it' & 's' & 'a' & 'moth' & 'tid':*`);
    expect(wordTermsOf('&|!:*%_\\')).toBeUndefined();
  });

  it('NXT-072 ignores the first two letters of a further word', () => {
    expect(wordTermsOf('ferry ti')).toMatchObject({ query: `'ferry'`, isRare: true });
    expect(wordTermsOf('ferry tid')).toMatchObject({ query: `'ferry' & 'tid':*`, isRare: true });
    expect(wordTermsOf('ti')).toMatchObject({ query: `'ti':*`, isRare: false });
    expect(wordTermsOf('潮')).toMatchObject({ query: `'潮':*`, isRare: true });
  });

  it('also finds tags, whose underscores are no separators', () => {
    expect(wordTermsOf('#tide_ta')?.queryOrTag).toBe(`'tide' | 'tide_ta':*`);
  });

  it('reads at most ten words', () => {
    expect(wordTermsOf('a1 '.repeat(60))?.parts).toHaveLength(9);
  });
});

describe('excerpts', () => {
  it('show the text around the first matching word in one line', () => {
    const text = `${'Long before. '.repeat(20)}At low\n tide the gauge hums.${' And on.'.repeat(40)}`;
    expect(excerptOf(text, 'tid')).toMatch(/^… .*low tide the gauge hums\..* …$/);
    expect(excerptOf('Low tide.', 'tid')).toBe('Low tide.');
    expect(excerptOf('😀'.repeat(300), 'x')).toBe(`${'😀'.repeat(140)} …`);
  });
});
