import { describe, expect, it } from '@jest/globals';
import { ALBUM_TEXTS } from '../features/album/album/album.texts.js';
import { DIMENSIONS_TEXTS } from '../features/talk/dimensions/dimensions.texts.js';
import { MESSAGE_TEXTS } from '../features/talk/messages/messages.texts.js';
import { HIDDEN_TEXTS } from '../features/site/settings/settings.texts.js';
import { plural } from './plural.js';

describe('plural', () => {
  it.each([
    [0, '0 members'],
    [1, '1 member'],
    [2, '2 members'],
    [1_200, '1,200 members'],
  ])('formats %d as %s', (count, expected) => {
    expect(plural(count, 'member')).toBe(expected);
  });

  it('accepts an irregular plural', () => {
    expect([plural(1, 'entry', 'entries'), plural(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries']);
  });

  it('DIM-010 every text about one thing uses the singular', () => {
    const { server, catalogue, invite } = DIMENSIONS_TEXTS;
    expect([server.members(1), server.members(2)]).toEqual(['1 member', '2 members']);
    expect([catalogue.members(1), catalogue.members(2)]).toEqual(['member', 'members']);
    expect(DIMENSIONS_TEXTS.mentions(1)).toBe('1 mention of you');
    expect(invite.worksUntil('Monday', 1)).toBe('Valid until Monday, for 1 use.');
    expect([MESSAGE_TEXTS.charactersLeft(1), MESSAGE_TEXTS.charactersLeft(2)]).toEqual([
      '1 character left',
      '2 characters left',
    ]);
    expect(MESSAGE_TEXTS.charactersOver(1)).toBe('1 character over the limit of 4,000');
    expect(ALBUM_TEXTS.confirmations.pictures(1, false)).toBe('1 picture');
    expect(ALBUM_TEXTS.confirmations.pictures(1, true)).toBe('1+ pictures');
    expect(HIDDEN_TEXTS.count(1)).toBe('1 picture');
  });
});
