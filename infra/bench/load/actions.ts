import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { numberField, text } from '../live/load/dialect.js';
import type { LoadMember } from './member.js';

interface Action {
  /** How often it happens, relative to the others. */
  weight: number;
  run: (member: LoadMember, dice: number) => Promise<unknown>;
}

const EMOJIS = ['✨', '🌙', '🔭'] as const;
const WORDS = ['night', 'signal', 'harbor', 'orbit', 'ember'] as const;
/** Text of this many lines, about seven kilobytes. */
const FILE_LINES = 200;
/** Time between the first key and a sent message. */
const TYPING_MS = 700;

const pick = <T>(list: readonly T[], dice: number): T | undefined => list[Math.floor(dice * list.length)];

/** What members do, with the share of each: mostly reading and writing in channels. */
export const ACTIONS = {
  readHistory: {
    weight: 18,
    run: async (member, dice) => {
      const before = Math.max(2, Math.ceil(member.lastSeq * dice));
      await member.call('GET', `channels/${member.channelId}/messages?before=${before}&limit=50`);
    },
  },
  openChannel: { weight: 10, run: async (member, dice) => member.moveTo(dice) },
  send: {
    weight: 24,
    run: async (member) => {
      await member.emit('typing:start', { channelId: member.channelId });
      await delay(TYPING_MS);
      await member.send({});
    },
  },
  type: { weight: 6, run: async (member) => member.emit('typing:start', { channelId: member.channelId }) },
  markRead: {
    weight: 10,
    run: async (member) => member.call('PUT', `channels/${member.channelId}/read`, { seq: member.lastSeq }),
  },
  react: {
    weight: 9,
    run: async (member, dice) => {
      const id = pick(member.ledger.recent(member.channelId), dice)?.id;
      const emoji = pick(EMOJIS, (dice * 7) % 1) ?? EMOJIS[0];
      if (id === undefined) return;
      const path = `messages/${id}/reactions/${encodeURIComponent(emoji)}`;
      if (await member.call('PUT', path)) member.ledger.addReaction(id, emoji, member.number);
    },
  },
  edit: {
    weight: 3,
    run: async (member) => {
      const message = member.ledger.lastOf(member.number);
      if (!message || message.hasChanged) return;
      const content = `Edited by ${member.number} ${randomUUID()}`;
      // Until it is acknowledged, the message may have either text.
      Object.assign(message, { hasChanged: true, content: undefined });
      if (await member.call('PATCH', `messages/${message.id}`, { content })) message.content = content;
    },
  },
  replyInThread: {
    weight: 4,
    run: async (member, dice) => {
      const id = pick(member.ledger.recent(member.channelId), dice)?.id;
      if (id === undefined) return;
      const content = member.newContent();
      const reply = await member.call('POST', `messages/${id}/thread`, { content, nonce: randomUUID() });
      if (reply === undefined) return;
      const [channelId, replyId, seq] = [
        text(reply, 'channelId'),
        text(reply, 'id'),
        numberField(reply, 'seq'),
      ];
      member.ledger.addMessage(channelId, { id: replyId, seq, content, member: member.number });
    },
  },
  seeWhoIsThere: {
    weight: 3,
    run: async (member) => member.emit('presence:list', { serverId: member.serverId }),
  },
  reconnect: { weight: 2, run: async (member) => member.reconnect() },
  viewProfile: {
    weight: 4,
    run: async (member, dice) => member.call('GET', `users/${pick(member.usernames, dice) ?? ''}`),
  },
  openHome: { weight: 3, run: async (member) => member.call('GET', 'home') },
  search: {
    weight: 2,
    run: async (member, dice) => {
      const server = dice < 0.5 ? `&kinds=messages&server=${member.serverId}` : '';
      await member.call('GET', `search?q=${pick(WORDS, dice)}${server}`);
    },
  },
  upload: {
    weight: 2,
    run: async (member) => {
      const bytes = `${randomUUID()}\n`.repeat(FILE_LINES);
      const ticket = await member.call('POST', 'attachments', { name: 'load.txt', size: bytes.length });
      if (ticket === undefined) return;
      const { pathname } = new URL(text(ticket, 'uploadURL'), 'http://site');
      if (!(await member.upload(pathname, bytes))) return;
      await member.send({ attachments: [{ id: text(ticket, 'id') }] }, bytes);
    },
  },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
