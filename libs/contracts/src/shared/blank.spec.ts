import { describe, expect, it } from '@jest/globals';
import {
  ARCHIVE_RULES,
  BOARD_RULES,
  CAPSULE_RULES,
  CHANNEL_RULES,
  LOGIN_RULES,
  MESSAGE_RULES,
  POST_EDIT_RULES,
  POST_RULES,
  PROFILE_RULES,
  REGISTER_RULES,
  REPLY_RULES,
  SEARCH_RULES,
  SERVER_RULES,
} from '../features.js';
import { isBlank } from './text.js';
import { type FieldRules, firstViolation, readField } from './field-rules.js';
import { clearableText, textField } from './request-fields.js';

const BLANKS: readonly [string, string][] = [
  ['nothing', ''],
  ['spaces', ' \u00A0\u2003\u3000\t\n'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uFFA0'],
  ['the fillers of Hangul syllables', '\u115F\u1160'],
  ['a zero-width space', '\u200B'],
  ['joiners', '\u200C\u200D'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\uFEFF'],
  ['a soft hyphen', '\u00AD'],
  ['an empty Braille cell', '\u2800'],
  ['a right-to-left override', '\u202E'],
  ['isolates', '\u2066\u2069'],
  ['direction marks', '\u200E\u200F\u061C'],
  ['variation selectors', '\uFE0F\u{E0100}'],
  ['a Mongolian vowel separator', '\u180E'],
  ['a combining grapheme joiner', '\u034F'],
  ['Khmer inherent vowels', '\u17B4\u17B5'],
  ['tag characters', '\u{E0041}\u{E007F}'],
  ['marks alone', '\u0301\u0483\u20DD'],
  ['a vowel sign alone', '\u093F'],
  ['a musical null note', '\u{1D159}'],
  ['hieroglyphic blanks', '\u{13441}\u{13442}'],
  ['control characters', '\u0001\u0085'],
  ['unassigned and private characters', '\u0378\uE000'],
  ['a mixture', ' \u3164\u200B\u0301\u2800 '],
];

const VISIBLE_TEXTS = [
  'a',
  '0',
  '.',
  '$',
  '☾',
  '🌕',
  '🏳️‍🌈',
  '🇳🇵',
  '1️⃣',
  '世',
  'हिन्दी',
  'สิ่ง',
  'தமிழ்',
  'ع',
  'e\u0301',
  '\u200Ba',
  '\u202Eabc',
  '\u{13000}',
  '\u{E0041}x',
];

describe('a text that shows nothing', () => {
  it.each(BLANKS)('is one of %s', (_, text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(VISIBLE_TEXTS)('is not %s', (text) => {
    expect(isBlank(text)).toBe(false);
  });

  it.each<[string, FieldRules, string]>([
    ['a message', MESSAGE_RULES.content, 'A message needs some text.'],
    ['a reply', REPLY_RULES.content, 'A reply needs some text.'],
    ['a title', POST_RULES.title, 'Please enter a title.'],
    ['an edited post', POST_EDIT_RULES.markdownContent, 'A post needs some text.'],
    ['the title of an archive', ARCHIVE_RULES.title, 'Please enter a title.'],
    ['a dimension', SERVER_RULES.name, 'Please enter a name.'],
    ['a channel', CHANNEL_RULES.name, 'Please enter a name.'],
    ['a board', BOARD_RULES.name, 'Please enter a name.'],
    ['a capsule', CAPSULE_RULES.name, 'Please enter a name.'],
    ['a search', SEARCH_RULES.q, 'Enter something to search for.'],
  ])('is missing as %s', (_, rules, message) => {
    for (const [, text] of BLANKS) expect(firstViolation(rules, text)?.message).toBe(message);
  });

  it.each(BLANKS)('is absent as an optional text: %s', (_, text) => {
    expect(readField(REGISTER_RULES.displayName, text)).toBe('');
    expect(textField(REGISTER_RULES.displayName).read(text)).toBeUndefined();
    expect(textField(POST_RULES.content).read(text)).toBeUndefined();
    expect(clearableText(PROFILE_RULES.bio).read(text)).toBeNull();
  });

  it('stays a password', () => {
    expect(readField(LOGIN_RULES.password, '\u3164')).toBe('\u3164');
  });
});
