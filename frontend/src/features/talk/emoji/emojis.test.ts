import { describe, expect, it } from '@jest/globals';
import { EMOJI_GROUPS, findEmojiNamed, searchEmojis } from './emojis.js';

const found = (text: string) => searchEmojis(text, 5).map(({ unicode }) => unicode);

describe('the emojis', () => {
  it('are in nine groups, each once and without skin tones', () => {
    const all = EMOJI_GROUPS.flatMap(({ emojis }) => emojis.map(({ unicode }) => unicode));
    expect(all.length).toBeGreaterThan(1_500);
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((emoji) => /\p{Emoji_Modifier}/u.test(emoji))).toEqual([]);
    expect(EMOJI_GROUPS.map(({ emojis }) => emojis.length > 50)).toEqual(Array(9).fill(true));
  });

  it('are found by name before keyword', () => {
    expect(found('telescope')).toEqual(['🔭']);
    expect(found('Thumbs Up')[0]).toBe('👍️');
    expect(found('joy')).toEqual(expect.arrayContaining(['🕹️', '😂']));
    expect(found('extraterrestrial')).toContain('🔭');
    expect(found(' ')).toEqual([]);
    expect(found('no such thing')).toEqual([]);
  });

  it('are found by the codes of other programs, unless another emoji has the name', () => {
    for (const [code, emoji] of [
      ['tada', '🎉'],
      ['+1', '👍️'],
      ['-1', '👎️'],
      ['heart', '❤️'],
      ['Joy', '😂'],
      ['dog', '🐕️'],
    ] as const) {
      expect([code, findEmojiNamed(code)?.unicode]).toEqual([code, emoji]);
      expect([code, found(code)[0]]).toEqual([code, emoji]);
    }
    expect(findEmojiNamed('-p')).toBeUndefined();
  });

  it('have names of plain letters', () => {
    expect(findEmojiNamed('cote_d_ivoire')).toBeUndefined();
    expect(findEmojiNamed('flag_cote_d_ivoire')?.unicode).toBe('🇨🇮');
    expect(findEmojiNamed('telesco')).toBeUndefined();
  });
});
