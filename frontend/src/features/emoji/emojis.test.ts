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
    expect(found('+1')).toEqual(['👍️']);
    expect(found('joy')).toEqual(expect.arrayContaining(['🕹️', '😂']));
    expect(found('extraterrestrial')).toContain('🔭');
    expect(found(' ')).toEqual([]);
    expect(found('no such thing')).toEqual([]);
  });

  it('have names of plain letters', () => {
    expect(findEmojiNamed('cote_d_ivoire')).toBeUndefined();
    expect(findEmojiNamed('flag_cote_d_ivoire')?.unicode).toBe('🇨🇮');
    expect(findEmojiNamed('telesco')).toBeUndefined();
  });
});
