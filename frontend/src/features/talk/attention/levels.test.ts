import { describe, expect, it } from '@jest/globals';
import type { AttentionView } from '@oniverse/contracts';
import { choiceOfChannel, isMuted, levelOfServer, withChannelLevel, withServerLevel } from './levels.js';

const place = { serverId: 's', serverName: 'Observatory', isPublic: true };
const channel = { ...place, channelId: 'c', channelName: 'tonight' };
const NOTHING: AttentionView = { servers: [], channels: [] };

describe('levels of attention', () => {
  it('TLK-100 are the default until something is chosen or loaded', () => {
    for (const attention of [undefined, NOTHING]) {
      expect([levelOfServer(attention, 's'), choiceOfChannel(attention, 'c')]).toEqual([
        'mentions',
        'dimension',
      ]);
      expect(isMuted(attention, 's', 'c')).toBe(false);
    }
  });

  it('TLK-100 of a channel take precedence over those of its dimension', () => {
    const muted = withServerLevel(NOTHING, { ...place, level: 'nothing' });
    expect([isMuted(muted, 's', 'c'), isMuted(muted, 'other', 'c')]).toEqual([true, false]);
    const unmuted = withChannelLevel(muted, { ...channel, level: 'all' });
    expect([isMuted(unmuted, 's', 'c'), isMuted(unmuted, 's', 'other')]).toEqual([false, true]);
  });

  it('TLK-100 disappear when the default is chosen', () => {
    const chosen = withChannelLevel(withServerLevel(NOTHING, { ...place, level: 'all' }), {
      ...channel,
      level: 'nothing',
    });
    const again = withServerLevel(chosen, { ...place, level: 'nothing' });
    expect(again.servers).toEqual([{ ...place, level: 'nothing' }]);
    expect(withServerLevel(again, { ...place, level: 'mentions' }).servers).toEqual([]);
    expect(withChannelLevel(again, { ...channel, level: 'dimension' }).channels).toEqual([]);
  });
});
