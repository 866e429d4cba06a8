import { describe, expect, it } from '@jest/globals';
import { COPIES } from '@oniverse/contracts';
import { countLinksAndMentions, hashOfWords } from './folded-words.js';

const TEXT = 'Free nitro for the first hundred members, claim yours at https://nitro.example/a1?u=7 today!';

describe('hashOfWords', () => {
  it.each([
    ['case and punctuation', TEXT.toUpperCase().replace('TODAY!', '~~today~~').replace(',', ' ...')],
    ['accents and invisible characters', TEXT.replace('Free', 'Frée').replace('nitro', 'n\u200Bitro')],
    ['the order of words', `today! ${TEXT.replace(' today!', '')}`],
    ['repeated words', `${TEXT} Free free FREE`],
    ['numbers', `${TEXT} 88231`],
    ['the rest of an address', TEXT.replace('/a1?u=7', '/zz/9#x')],
    ['mentioned members', `@vesper @otto_9 ${TEXT}`],
  ])('STF-084 is the same for copies that differ in %s', (_, copy) => {
    expect(hashOfWords(copy)).toBe(hashOfWords(TEXT));
  });

  it.each([
    ['another word', TEXT.replace('hundred', 'thousand')],
    ['another host', TEXT.replace('nitro.example', 'nitro.test')],
    ['one word more', `${TEXT} Hurry`],
  ])('STF-084 differs with %s', (_, other) => {
    expect(hashOfWords(other)).not.toBe(hashOfWords(TEXT));
  });

  it('STF-084 leaves out folded texts of fewer than 40 characters', () => {
    const short = 'a'.repeat(COPIES.minLength - 1);
    expect(hashOfWords(short)).toBeUndefined();
    expect(hashOfWords(`  ${short}\u200B  `)).toBeUndefined();
    expect(hashOfWords(`${short}b`)).toBeDefined();
    expect(hashOfWords('😀'.repeat(COPIES.minLength - 1))).toBeUndefined();
  });

  it('STF-084 compares texts without letters whole, and fits a signed integer of 64 bits', () => {
    const digits = '0123456789 '.repeat(5);
    expect(hashOfWords(digits)).not.toBe(hashOfWords('1123456789 '.repeat(5)));
    for (const text of [TEXT, digits])
      expect(BigInt.asIntN(64, BigInt(hashOfWords(text)!))).toBe(BigInt(hashOfWords(text)!));
  });
});

describe('countLinksAndMentions', () => {
  it('STF-081 counts each link, and each member once', () => {
    expect(countLinksAndMentions('@ada @Ada @otto see https://a.example and http://b.example/@ada')).toEqual({
      links: 2,
      mentions: 2,
    });
    expect(countLinksAndMentions('plain')).toEqual({ links: 0, mentions: 0 });
  });
});
