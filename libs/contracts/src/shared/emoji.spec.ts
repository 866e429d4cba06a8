import { describe, expect, it } from '@jest/globals';
import { canonicalEmoji } from './emoji.js';

describe('canonicalEmoji', () => {
  it.each([
    ['a face', '😀', '😀'],
    ['a skin tone', '👍🏽', '👍🏽'],
    ['a skin tone of a character that is text by default', '✌🏽', '✌🏽'],
    ['a family', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['the longest sequence', '🧑🏻‍❤️‍💋‍🧑🏿', '🧑🏻‍❤️‍💋‍🧑🏿'],
    ['the longest sequence without a selector', '🧑🏻‍❤‍💋‍🧑🏿', '🧑🏻‍❤️‍💋‍🧑🏿'],
    ['the flag of a country', '🇫🇷', '🇫🇷'],
    ['the flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a flag without a selector', '\u{1F3F3}\u200D\u{1F308}', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
    ['a keycap', '1\uFE0F\u20E3', '1\uFE0F\u20E3'],
    ['a keycap without a selector', '#\u20E3', '#\uFE0F\u20E3'],
    ['a heart', '\u2764\uFE0F', '\u2764\uFE0F'],
    ['a heart without a selector', '\u2764', '\u2764\uFE0F'],
    ['a needless selector', '\u{1F44D}\uFE0F', '\u{1F44D}'],
  ])('accepts %s', (_, text, emoji) => {
    expect(canonicalEmoji(text)).toBe(emoji);
  });

  it.each([
    ['nothing', ''],
    ['a letter', 'a'],
    ['a digit', '1'],
    ['a digit with a selector', '1\uFE0F'],
    ['two emojis', '👍👍'],
    ['an emoji and a space', '👍 '],
    ['an emoji and a letter', '👍a'],
    ['half a flag', '\u{1F1EB}'],
    ['a flag of nowhere', '\u{1F1FD}\u{1F1FD}'],
    ['the form as text', '\u2764\uFE0E'],
    ['a lone surrogate', '\uD83D'],
    ['a sequence that no font has', '👍\u200D👍'],
    ['a long text', '👍'.repeat(10_000)],
  ])('refuses %s', (_, text) => {
    expect(canonicalEmoji(text)).toBeUndefined();
  });
});
