import { describe, expect, it } from '@jest/globals';
import { leanCodes, leanEmojis } from '../lean-emoji.js';

describe('leanEmojis', () => {
  it('keeps characters, labels, groups and keywords that are not in the label', () => {
    const telescope = { unicode: '🔭', label: 'telescope', group: 7, tags: ['science', 'telescope'] };
    const hand = { unicode: '👋', label: 'waving hand', group: 1, tags: ['hand', 'waving'] };
    expect(
      leanEmojis([
        { ...telescope, hexcode: '1F52D', order: 4_000 },
        { ...hand, hexcode: '1F44B', skins: [{ ...hand, unicode: '👋🏻', hexcode: '1F44B-1F3FB' }] },
        { unicode: '🇦', label: 'regional indicator A', hexcode: '1F1E6' },
      ]),
    ).toEqual([
      { unicode: '🔭', label: 'telescope', group: 7, tags: ['science'] },
      { unicode: '👋', label: 'waving hand', group: 1 },
    ]);
  });
});

describe('leanCodes', () => {
  it('keeps the codes that do not repeat the label', () => {
    const entries = [
      { hexcode: '1F52D', label: 'telescope' },
      { hexcode: '1F389', label: 'party popper' },
      { hexcode: '1F44D', label: 'thumbs up' },
    ];
    const codes = { '1F52D': 'telescope', '1F389': ['tada', 'party_popper'], '1F44D': '+1' };
    expect(leanCodes(codes, entries)).toEqual({ '1F389': ['tada'], '1F44D': ['+1'] });
  });
});
