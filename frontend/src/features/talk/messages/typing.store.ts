import { create } from 'zustand';
import { TYPING_MS } from '@oniverse/contracts';
import {
  type ActiveMembers,
  receiveActive,
  sendActivity,
  updateActive,
} from '../../../live/active-members.js';
import { getConnection } from '../../../live/connection.store.js';
import { onLive } from '../../../live/live.js';

/** The members who are typing, by channel. */
export const typingStore = create<ActiveMembers>(() => ({}));

onLive('typing', ({ channelId, ...typist }) => receiveActive(typingStore, channelId, typist, TYPING_MS));
onLive('messages:created', ({ channelId, messages }) => {
  const authors = new Set(messages.map(({ userId }) => userId));
  updateActive(typingStore, channelId, (typists) => typists.filter(({ userId }) => !authors.has(userId)));
});

/** The interval of `typing:start` while the member keeps typing; shorter than the expiry. */
const REPEAT_MS = TYPING_MS / 2;
const sentAt = new Map<string, number>();

/** Publishes that the member is typing, or that the field is empty again. */
export function publishTyping(channelId: string, isWriting: boolean): void {
  if (getConnection().status !== 'live') return;
  const last = sentAt.get(channelId);
  if (!isWriting) {
    if (last === undefined) return;
    sentAt.delete(channelId);
    void sendActivity('typing:stop', { channelId });
  } else if (last === undefined || Date.now() - last >= REPEAT_MS) {
    sentAt.set(channelId, Date.now());
    void sendActivity('typing:start', { channelId });
  }
}

/** Resets the typing state without an event: a sent message ends typing on all clients. */
export function resetTyping(channelId: string): void {
  sentAt.delete(channelId);
}
