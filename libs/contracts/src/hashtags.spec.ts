import { describe, expect, it } from '@jest/globals';
import { hashtagsOf, normaliseTag, tagWordsOf } from './hashtags.js';

describe('hashtags of a text', () => {
  it('MDN-012 are # followed by letters, digits, underscore or hyphen', () => {
    expect(hashtagsOf('#one #two_2 and #three-3, #four!')).toEqual(['one', 'two_2', 'three-3', 'four']);
  });

  it('MDN-012 GAP-064 take letters and digits of any script', () => {
    expect(hashtagsOf('#ночь #星 #été #٣ #夜۴')).toEqual(['ночь', '星', 'été', '٣', '夜۴']);
  });

  it('MDN-013 are lower-cased', () => {
    expect(hashtagsOf('#Night #NIGHT')).toEqual(['night']);
  });

  it('MDN-014 are each listed once, in the order of first use', () => {
    expect(hashtagsOf('#b #a #b')).toEqual(['b', 'a']);
  });

  it('MDN-015 are no headings', () => {
    expect(hashtagsOf('# Title\n## Other\n#tag')).toEqual(['tag']);
  });

  it.each([
    ['a fenced block', '```\n#no\n```\n#yes'],
    ['a fenced block that never ends', '#yes\n~~~\n#no'],
    ['inline code', '`#no` #yes'],
    ['double-quoted inline code', '``#no ` #no`` #yes'],
    ["an address's fragment", 'https://example.org/#no #yes'],
    ['the middle of a word', 'no#no #yes'],
    ['an entity', '&#no #yes'],
  ])('GAP-063 leave out %s', (_, text) => {
    expect(hashtagsOf(text)).toEqual(['yes']);
  });

  it('leave out what is longer than a tag', () => {
    expect(hashtagsOf(`#${'a'.repeat(51)} #${'b'.repeat(50)}`)).toEqual(['b'.repeat(50)]);
  });

  it('are found in reasonable time in a hostile text', () => {
    expect(hashtagsOf('`#'.repeat(20_000))).toBeInstanceOf(Array);
    expect(hashtagsOf('```\n'.repeat(20_000))).toBeInstanceOf(Array);
  });
});

describe('one tag', () => {
  it.each([
    ['#Night', 'night'],
    ['  sky ', 'sky'],
    ['a-b_c9', 'a-b_c9'],
  ])('%j is stored as %j', (given, stored) => {
    expect(normaliseTag(given)).toBe(stored);
  });

  it.each(['', '#', 'two words', 'a!b', '##x', 'x'.repeat(51)])('%j is none', (given) => {
    expect(normaliseTag(given)).toBeUndefined();
  });
});

describe('a typed list of tags', () => {
  it.each([
    ['moon, #sea ,  , coast', ['moon', 'sea', 'coast']],
    ['', []],
    [' , # ,', []],
    ['# north', ['north']],
  ])('BRD-007 %j is read as %j', (typed, words) => {
    expect(tagWordsOf(typed)).toEqual(words);
  });
});
