import { describe, expect, it } from '@jest/globals';
import { excerptOf } from './excerpt.js';
import { nameTermsOf, tsqueryOf, wordTermsOf } from './search-terms.js';

const read = (words: string, runs = '', form = `${runs} ${words}`) => ({ form, words, runs });
const queryOf = (words: string, runs = '', form = `${runs} ${words}`) =>
  tsqueryOf(wordTermsOf(read(words, runs, form))?.terms ?? []);

describe('the terms of a search', () => {
  it('NXT-071 escapes wildcards in names', () => {
    expect(nameTermsOf(read('', '', '50%_a\\b'))).toEqual({ prefix: '50\\%\\_a\\\\b%', words: undefined });
    expect(nameTermsOf(read('wren x', '', '@wren x'), '@').prefix).toBe('wren x%');
  });

  it('NXT-071 finds nothing without a word', () => {
    expect(wordTermsOf(read('', '', '&|!:*%_\\'))).toBeUndefined();
  });

  it('NXT-072 ignores the first two letters of a further word', () => {
    expect(queryOf('ferry ti')).toBe(`'ferry'`);
    expect(queryOf('ferry tid')).toBe(`'ferry' & 'tid':*`);
    expect(wordTermsOf(read('ti'))).toMatchObject({ isRare: false, termsWithoutStart: undefined });
    expect(wordTermsOf(read('ferry tid'))?.termsWithoutStart).toEqual([{ text: 'ferry', isStart: false }]);
  });

  it('looks for the pairs of a run, in this order', () => {
    expect(queryOf('', '潮')).toBe(`'潮'`);
    expect(queryOf('', '世界')).toBe(`'世界'`);
    expect(queryOf('', '新世界')).toBe(`'新世' & '世界'`);
    expect(wordTermsOf(read('', '世界 新世界'))?.patterns).toEqual(['%新世界%']);
  });

  it('takes a word as the start of one only at the end of the query', () => {
    expect(queryOf('tower', '東京', '東京tower')).toBe(`'東京' & 'tower':*`);
    expect(queryOf('tower', '東京', 'tower 東京')).toBe(`'tower' & '東京'`);
  });

  it('marks the terms of titles', () => {
    expect(tsqueryOf(wordTermsOf(read('old tide'))?.terms ?? [], ':')).toBe(`':old' & ':tide':*`);
  });

  it('reads at most ten words, and 100 characters of each', () => {
    expect(wordTermsOf(read('a1 '.repeat(60)))?.terms).toHaveLength(9);
    expect(queryOf('a'.repeat(101))).toBe(`'${'a'.repeat(100)}':*`);
  });
});

describe('excerpts', () => {
  it('show the text around the first matching word in one line', () => {
    const text = `${'Long before. '.repeat(20)}At low\n tide the gauge hums.${' And on.'.repeat(40)}`;
    expect(excerptOf(text, 'tid')).toMatch(/^… .*low tide the gauge hums\..* …$/);
    expect(excerptOf(text, 'tid')).toMatch(/^… (?:Long|before)\b/);
    expect(excerptOf('Low tide.', 'tid')).toBe('Low tide.');
    expect(excerptOf('😀'.repeat(300), 'x')).toBe(`${'😀'.repeat(140)} …`);
  });

  it.each([
    ['a run inside another', `${'前。'.repeat(50)}新世界へ`, '世界'],
    ['a word with other accents', `${'before '.repeat(20)}café`, 'CAFE'],
    ['a word with marks', `${'पहले '.repeat(20)}विज्ञान`, 'विज्ञा'],
  ])('show the text around %s', (_, text, q) => {
    expect(excerptOf(text, q)).toMatch(/^… /);
  });
});
