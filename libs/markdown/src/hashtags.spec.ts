import { describe, expect, it } from '@jest/globals';
import { LIMITS, normaliseTag } from '@oniverse/contracts';
import * as fc from 'fast-check';
import { combineTags, hashtagsOf } from './hashtags.js';

describe('hashtagsOf, in every script', () => {
  it.each([
    ['Latin', '#Night-Shift_2', 'night-shift_2'],
    ['Latin with accents', '#Été', 'été'],
    ['decomposed Vietnamese', '#Tie\u0302\u0301ngVie\u0323\u0302t', 'tiếngviệt'],
    ['German', '#Straße', 'strasse'],
    ['Turkish', '#İstanbul', 'i\u0307stanbul'],
    ['Turkish without a dot', '#ışık', 'ışık'],
    ['Catalan', '#col·legi', 'col·legi'],
    ['Greek, which ends in another sigma', '#ΟΔΟΣ #οδος', 'οδοσ'],
    ['Cyrillic', '#Ночь', 'ночь'],
    ['Georgian', '#თბილისი', 'თბილისი'],
    ['Armenian', '#Երևան', 'երեւան'],
    ['Cherokee', '#ꮳꮃꭹ', 'ᏣᎳᎩ'],
    ['Hebrew with points', '#שָׁלוֹם', 'שָׁלוֹם'.normalize('NFC')],
    ['Arabic', '#سلام', 'سلام'],
    ['Persian, with a joiner', '#می\u200Cخواهم', 'میخواهم'],
    ['Arabic numbers', '#٣', '٣'],
    ['Hindi', '#विज्ञान', 'विज्ञान'],
    ['Marathi, with a joiner', '#र\u094D\u200Dयाहा', 'र\u094Dयाहा'],
    ['Bengali', '#বিজ্ঞান', 'বিজ্ঞান'],
    ['Bengali, with a joiner before a mark', '#র\u200D\u09CDযাম', 'র\u09CDযাম'],
    ['Punjabi', '#ਪੰਜਾਬੀ', 'ਪੰਜਾਬੀ'],
    ['Gujarati', '#ગુજરાતી', 'ગુજરાતી'],
    ['Tamil', '#தமிழ்', 'தமிழ்'],
    ['Telugu', '#తెలుగు', 'తెలుగు'],
    ['Kannada', '#ಕನ್ನಡ', 'ಕನ್ನಡ'],
    ['Kannada, with a joiner before a mark', '#ರ\u200D\u0CCDಯಾಂಕ್', 'ರ\u0CCDಯಾಂಕ್'],
    ['Malayalam', '#മലയാളം', 'മലയാളം'],
    ['Sinhala, with a joiner', '#ශ්\u200Dරී', 'ශ්රී'],
    ['Thai', '#สิ่งแวดล้อม', 'สิ่งแวดล้อม'],
    ['Lao', '#ພາສາລາວ', 'ພາສາລາວ'],
    ['Khmer', '#ភាសាខ្មែរ', 'ភាសាខ្មែរ'],
    ['Burmese', '#မြန်မာ', 'မြန်မာ'],
    ['Tibetan', '#བོད', 'བོད'],
    ['Amharic', '#ኢትዮጵያ', 'ኢትዮጵያ'],
    ['Adlam, beyond 16 bits', '#𞤀𞤁', '𞤢𞤣'],
    ['Japanese', '#星空', '星空'],
    ['Japanese, with a middle dot', '#ハリー・ポッター', 'ハリー・ポッター'],
    ['Japanese, after a full-width sign', '＃夜', '夜'],
    ['Korean', '#서울', '서울'],
    ['decomposed Korean', '#\u1109\u1165\u110B\u116E\u11AF', '서울'],
    ['Mongolian', '#ᠮᠣᠩᠭᠣᠯ', 'ᠮᠣᠩᠭᠣᠯ'],
    ['full-width letters, which are others', '#ＡＢＣ', 'ａｂｃ'],
  ])('MDN-012 GAP-064 finds a tag in %s', (_, text, tag) => {
    expect(hashtagsOf(`Seen: ${text}, today`)).toEqual([tag]);
  });

  it.each([
    ['emoji', '#🌙'],
    ['a keycap', '#️⃣'],
    ['a Hangul filler', '#\u3164'],
    ['a mark alone', '#\u0301'],
    ['a joiner alone', '#\u200D'],
    ['nothing', '# '],
    ['more than the maximum', `#${'a'.repeat(LIMITS.tag.max + 1)}`],
  ])('finds no tag in %s', (_, text) => {
    expect(hashtagsOf(text)).toEqual([]);
  });

  it.each([
    ['emoji', '#moon🌙', 'moon'],
    ['a joiner after the last letter', '#می\u200C ', 'می'],
    ['a middle dot after the last letter', '#星・', '星'],
    ['a joiner before a character without a glyph', '#র\u200D\uFE0F', 'র'],
    ['Japanese punctuation', '#星。', '星'],
    ['an Arabic question mark', '#سلام؟', 'سلام'],
  ])('ends a tag before %s', (_, text, tag) => {
    expect(hashtagsOf(text)).toEqual([tag]);
  });
});

describe('hashtagsOf, in markdown', () => {
  it.each([
    ['a link to a heading', '[About](#about-me) #yes'],
    ['a definition', '[1]: #x\n\n[a][1] #yes'],
    ['a definition that is not used', '[1]: #x\n\n#yes'],
    ['the label of a link', '[#no](https://a.example) #yes'],
    ['a picture', '![#no](/objects/a#b) #yes'],
    ['an address on the site', '/u/a?tab=#posts and /u/a#b #yes'],
    ['an address', 'https://example.org/#no #yes'],
    ['an address in brackets', '<https://example.org/.#no> #yes'],
    ['an address without a scheme', 'www.example.org/Acme,_Inc.#History #yes'],
    ['an address of another scheme', 'ftp://a.example/b,#no #yes'],
    ['an address for mail', 'mailto:a@b.example?subject=#urgent #yes'],
    ['an escape', '\\#notatag #yes'],
    ['a second sign', '##no #yes'],
    ['the middle of a word', 'no#no ça#no हि#no #yes'],
    ['a word that ends in a decomposed letter', 'cafe\u0301#no #yes'],
    ['an unknown entity', '&#no #yes'],
    ['inline code', '`#no` #yes'],
    ['inline code in double backticks', '``#no ` #no`` #yes'],
    ['inline code across lines', '`#no\n#no` #yes'],
    ['a fenced block', '```\n#no\n```\n#yes'],
    ['a fenced block in a quote', '> ~~~\n> #no\n\n#yes'],
    ['an unclosed fenced block', '#yes\n~~~\n#no'],
    ['indented code', '#yes\n\n    #no\n'],
    ['a footnote without a reference', '[^1]: #no\n\n#yes'],
  ])('GAP-063 ignores %s', (_, text) => {
    expect(hashtagsOf(text)).toEqual(['yes']);
  });

  it.each([
    ['emphasis', '**#a** _#b_'],
    ['a quote and a list', '> #a\n\n- #b'],
    ['a table', '| #a |\n| - |\n| #b |'],
    ['a footnote, after the text', '[^1] #a\n\n[^1]: #b'],
    ['a heading', '## #a\n#b'],
    ['brackets that are no link', '[#a] (#b)'],
    ['HTML, which is text', '<b>#a</b> <!-- #b -->'],
    ['an entity', '&#35;a &num;b'],
    ['a line after a hard break', '#a\\\n#b'],
    ['punctuation', '“#a”—#b!'],
    ['an emoji', '🌙#a ☀️#b'],
  ])('finds tags in %s', (_, text) => {
    expect(hashtagsOf(text)).toEqual(['a', 'b']);
  });

  it('MDN-015 ignores headings', () => {
    expect(hashtagsOf('# Title\n## Other\n#tag')).toEqual(['tag']);
  });

  it('MDN-013 MDN-014 lists each tag once, in order of first use', () => {
    expect(hashtagsOf('#b #a #B')).toEqual(['b', 'a']);
  });

  it('handles hostile texts in reasonable time', () => {
    const before = process.cpuUsage();
    for (const part of ['`#', '#a ', '#a\u0301', '\u0301', '#\u0301', '\\#', '```\n']) {
      hashtagsOf(`#${part.repeat(20_000)}`);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});

describe('normaliseTag', () => {
  it.each([
    ['#Night', 'night'],
    ['＃Night', 'night'],
    ['  sky ', 'sky'],
    ['a-b_c9', 'a-b_c9'],
    ['STRASSE', 'strasse'],
  ])('turns %j into %j', (given, stored) => {
    expect(normaliseTag(given)).toBe(stored);
  });

  it.each([
    '',
    '#',
    'two words',
    'a!b',
    '##x',
    'x'.repeat(51),
    '\u3164',
    '\u0301',
    'a\u200Bb',
    'ß'.repeat(26),
  ])('rejects %j', (given) => {
    expect(normaliseTag(given)).toBeUndefined();
  });

  it('changes no tag a second time', () => {
    const characters = fc.constantFrom(
      ...Array.from('aßİıςΣǰΐᾳﬁꭰᏸé·・ㅤ가े'),
      '\u0301',
      '\u0345',
      '\u200D',
      '𞤀',
      '-',
      '_',
    );
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
        const tag = normaliseTag(parts.join(''));
        expect(tag === undefined ? undefined : normaliseTag(tag)).toBe(tag);
      }),
    );
  });
});

describe('combineTags', () => {
  it('lists given tags first, each once, up to the maximum', () => {
    expect(combineTags(['b', 'c'], '#a #b')).toEqual(['b', 'c', 'a']);
    const many = Array.from({ length: 100 }, (_, index) => `#t${index}`).join(' ');
    expect(combineTags(['b'], many)).toHaveLength(LIMITS.tagsPerItem);
  });
});
