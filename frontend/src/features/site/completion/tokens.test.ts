import { describe, expect, it } from '@jest/globals';
import { findFinishedEmoji, findToken, replacePart } from './tokens.js';

/** Returns the kind and text of the token at the `|`. */
function tokenAt(marked: string): string | undefined {
  const token = findToken(marked.replace('|', ''), marked.indexOf('|'));
  return token && `${token.kind} ${token.at} ${token.typed}`;
}

describe('findToken', () => {
  it.each([
    ['drawn through the small :tel|', 'emoji 24 tel'],
    [':Thumbs_Up|', 'emoji 0 thumbs_up'],
    ['`code` :te|', 'emoji 7 te'],
    ['```\ncode\n```\n:te|', 'emoji 13 te'],
    ['hey @ju|no', 'member 4 ju'],
    ['@|', 'member 0 '],
    ['hello\n@JUN|', 'member 6 jun'],
    ['about #Night|', 'tag 6 night'],
    ['über #Café|', 'tag 5 café'],
    ['(#map|', 'tag 1 map'],
  ])('finds the token in %s', (text, token) => {
    expect(tokenAt(text)).toBe(token);
  });

  it.each([
    ':t|',
    ':)|',
    ':-P|',
    ':+1|',
    '(:tel|',
    '🎉:tel|',
    '` :tel|`',
    '`a` ``b` :tel|',
    '```ts\n :tel|',
    'text\n> - ~~~\n>   :tel|\n~~~',
    '````\n```\n :tel|',
    'at 10:30|',
    'https://example.org|',
    'std::vector|',
    'name@example|',
    'https://example.org/#map|',
    '#|',
    ':tel |',
    '#map.|',
    '|#map',
  ])('finds none in %s', (text) => {
    expect(tokenAt(text)).toBeUndefined();
  });
});

describe('findFinishedEmoji', () => {
  it('finds an emoji only at its second colon', () => {
    expect(findFinishedEmoji('so :joy:', 8)).toMatchObject({ at: 3, end: 8, typed: 'joy' });
    expect(findFinishedEmoji('so :joy: ', 9)).toBeUndefined();
    expect(findFinishedEmoji('so :+1:', 7)).toMatchObject({ at: 3, end: 7, typed: '+1' });
    for (const text of ['10:30:', 'a:joy:', '`:joy:', '```\n:joy:', 'https://example.org/:joy:'])
      expect(findFinishedEmoji(text, text.length)).toBeUndefined();
  });
});

describe('replacePart', () => {
  it('puts the caret after the replacement', () => {
    expect(replacePart('a :tel b', { at: 2, end: 6 }, '🔭')).toEqual({ text: 'a 🔭 b', caret: 4 });
  });
});
