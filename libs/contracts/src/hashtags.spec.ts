import { describe, expect, it } from '@jest/globals';
import { hashtagsOf, normaliseTag, splitTagList } from './hashtags.js';

describe('hashtagsOf', () => {
  it('MDN-012 finds # followed by letters, digits, underscores or hyphens', () => {
    expect(hashtagsOf('#one #two_2 and #three-3, #four!')).toEqual(['one', 'two_2', 'three-3', 'four']);
  });

  it('MDN-012 GAP-064 accepts letters and digits of any script', () => {
    expect(hashtagsOf('#ночь #星 #été #٣ #夜۴')).toEqual(['ночь', '星', 'été', '٣', '夜۴']);
  });

  it('MDN-013 lower-cases tags', () => {
    expect(hashtagsOf('#Night #NIGHT')).toEqual(['night']);
  });

  it('MDN-014 lists each tag once, in order of first use', () => {
    expect(hashtagsOf('#b #a #b')).toEqual(['b', 'a']);
  });

  it('MDN-015 ignores headings', () => {
    expect(hashtagsOf('# Title\n## Other\n#tag')).toEqual(['tag']);
  });

  it.each([
    ['a fenced block', '```\n#no\n```\n#yes'],
    ['an unclosed fenced block', '#yes\n~~~\n#no'],
    ['inline code', '`#no` #yes'],
    ['inline code in double backticks', '``#no ` #no`` #yes'],
    ["an address's fragment", 'https://example.org/#no #yes'],
    ['the middle of a word', 'no#no #yes'],
    ['an entity', '&#no #yes'],
  ])('GAP-063 ignores hashtags in %s', (_, text) => {
    expect(hashtagsOf(text)).toEqual(['yes']);
  });

  it('ignores hashtags that are too long for a tag', () => {
    expect(hashtagsOf(`#${'a'.repeat(51)} #${'b'.repeat(50)}`)).toEqual(['b'.repeat(50)]);
  });

  it('handles hostile texts in reasonable time', () => {
    expect(hashtagsOf('`#'.repeat(20_000))).toBeInstanceOf(Array);
    expect(hashtagsOf('```\n'.repeat(20_000))).toBeInstanceOf(Array);
  });
});

describe('normaliseTag', () => {
  it.each([
    ['#Night', 'night'],
    ['  sky ', 'sky'],
    ['a-b_c9', 'a-b_c9'],
  ])('turns %j into %j', (given, stored) => {
    expect(normaliseTag(given)).toBe(stored);
  });

  it.each(['', '#', 'two words', 'a!b', '##x', 'x'.repeat(51)])('rejects %j', (given) => {
    expect(normaliseTag(given)).toBeUndefined();
  });
});

describe('splitTagList', () => {
  it.each([
    ['moon, #sea ,  , coast', ['moon', 'sea', 'coast']],
    ['', []],
    [' , # ,', []],
    ['# north', ['north']],
  ])('BRD-007 splits %j into %j', (typed, tags) => {
    expect(splitTagList(typed)).toEqual(tags);
  });
});
