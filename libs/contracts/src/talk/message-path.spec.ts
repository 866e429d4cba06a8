import { describe, expect, it } from '@jest/globals';
import { conversationPath, messagePath } from './message-path.js';
import { notificationPath } from './notification-kinds.js';

const PLACE = { serverId: 's', isPublic: true, channelId: 'c', seq: 530 };

describe('messagePath', () => {
  it('NXT-085 leads to a message in its channel', () => {
    expect(messagePath(PLACE)).toBe('/dimensions/public?server=s&channel=c&message=530');
  });

  it('TLK-047 leads to a message in its thread, beside the channel', () => {
    const place = { ...PLACE, isPublic: false, channelId: 't', parentId: 'c' };
    expect(messagePath(place)).toBe('/dimensions/private?server=s&channel=c&thread=t&message=530');
    const message = { channelId: 't', parentId: 'c', seq: 530 };
    const server = { id: 's', isPublic: false };
    expect(notificationPath({ kind: 'mention', member: 'pell', post: null, message, server })).toBe(
      messagePath(place),
    );
  });
});

describe('conversationPath', () => {
  it('TLK-438 TLK-464 leads to a conversation, or to a message in it or in a thread', () => {
    expect(conversationPath({ channelId: 'c' })).toBe('/direct/c');
    expect(conversationPath({ channelId: 'c', seq: 530 })).toBe('/direct/c?message=530');
    const message = { channelId: 't', parentId: 'c', seq: 530 };
    expect(conversationPath(message)).toBe('/direct/c?thread=t&message=530');
    expect(notificationPath({ kind: 'mention', member: 'pell', post: null, message, server: null })).toBe(
      conversationPath(message),
    );
    expect(notificationPath({ kind: 'direct', member: 'pell', post: null, message, server: null })).toBe(
      '/direct/c?thread=t',
    );
  });
});
