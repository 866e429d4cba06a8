import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { ChannelsRepository } from '@oniverse/backend/dist/talk/channels/channels.repository.js';
import { MessageChangesRepository } from '@oniverse/backend/dist/talk/messages/message-changes.repository.js';
import { MessagesRepository } from '@oniverse/backend/dist/talk/messages/messages.repository.js';
import { CHANNEL_OPEN, TOMBSTONE_HOURS } from '@oniverse/contracts';
import type { LivePublisher } from '@oniverse/platform';
import { seededRandom } from '@oniverse/testing';
import { DeleteDisappearingMessages } from '@oniverse/worker/dist/talk/delete-disappearing-messages.js';
import { DropExpiredMessages } from '@oniverse/worker/dist/talk/drop-expired-messages.js';
import type { DataSource } from 'typeorm';
import { LoadClient } from '../live/load/client.js';
import type { Member } from '../live/load/commands.js';
import { DIALECTS, isTrueField } from '../live/load/dialect.js';
import { PacketReader } from '../live/load/packets.js';
import { Texts, wordAt } from '../search/population.js';
import { rareWord, type Talk, WORDS } from './population.js';

/** What the product does with stored messages, by its own statements. */
export interface Operation {
  name: string;
  /** How often it is done. */
  times: number;
  /** How many messages, pages or calls each time stands for. */
  each: number;
  run: () => Promise<unknown>;
}

/** Nobody listens. */
const UNHEARD: LivePublisher = {
  publish: () => {},
  publishHint: () => {},
  joinRooms: () => {},
  leaveRooms: () => {},
  publishLast: () => {},
};

const BATCH = 10;
const CHANNELS_OF_BATCH = 5;
const RETAINED_DAYS = 30;

/** Reads and writes of members. @param share of the calls of a full run */
export function callsOf(dataSource: DataSource, talk: Talk, share: number): Operation[] {
  const messages = new MessagesRepository(dataSource);
  const changes = new MessageChangesRepository(dataSource);
  const random = seededRandom(7);
  const below = (count: number): number => Math.floor(random() * count);
  // The last ones are deleted by other operations.
  const readable = talk.channelIds.slice(0, talk.channelIds.length / 2);
  const channel = (): string => (below(10) === 0 ? talk.largestId : (readable[below(readable.length)] ?? ''));
  const heads = new Map<string, number>();
  const headOf = async (id: string): Promise<number> => {
    const known = heads.get(id) ?? (await messages.heads([id])).get(id)?.lastSeq ?? 0;
    heads.set(id, known);
    return known;
  };
  const ids: string[] = [];
  const times = (full: number): number => Math.max(20, Math.round(full * share));
  return [
    {
      name: 'append, a message of a batch of ten',
      times: times(1_000),
      each: BATCH,
      run: async () => {
        const channels = Array.from({ length: CHANNELS_OF_BATCH }, channel).toSorted();
        const stored = await messages.appendBatch(
          Array.from({ length: BATCH }, (_, n) => ({
            channelId: channels[n % CHANNELS_OF_BATCH] ?? '',
            userId: talk.memberId,
            content: `A message of the measured batch, number ${below(1_000_000)}`,
            nonce: randomUUID(),
          })),
        );
        if (!stored.every((message) => message?.created)) throw new Error('A message was not stored.');
      },
    },
    {
      name: 'a page of history',
      times: times(4_000),
      each: 1,
      run: async () => {
        const id = channel();
        const page = await messages.pageBefore(id, 50 + below(await headOf(id)), CHANNEL_OPEN.latest);
        ids.push(...page.slice(0, 1).map((row) => row.id));
      },
    },
    {
      name: 'resume after a position',
      times: times(4_000),
      each: 1,
      run: async () => {
        const id = channel();
        await messages.pageAfter(id, Math.max(0, (await headOf(id)) - 1 - below(40)), CHANNEL_OPEN.page + 1);
      },
    },
    {
      name: 'a message by its id',
      times: times(10_000),
      each: 1,
      run: async () => {
        const rows = await messages.listByIds([ids[below(ids.length)] ?? '']);
        if (rows.length !== 1) throw new Error('The message was not found.');
      },
    },
    {
      name: 'a reaction, by the id of its message',
      times: times(3_000),
      each: 1,
      run: async () => {
        const id = ids[below(ids.length)] ?? '';
        await changes.transaction(async (manager) => {
          await changes.lockChannel(manager, id);
          await changes.touch(manager, id);
        });
      },
    },
  ];
}

/** What ends messages, of `count` at least. It takes channels from the end of `channelIds`. */
export async function endingsOf(
  source: DataSource,
  dataSource: DataSource,
  talk: Talk,
  { count, perChannel }: { count: number; perChannel: number },
): Promise<Operation[]> {
  const take = (): string[] => talk.channelIds.splice(-Math.max(1, Math.ceil(count / perChannel)));
  const [deleted, retained] = [take(), take()];
  const channels = new ChannelsRepository(dataSource);
  await source.query(
    `UPDATE messages SET content = '', deleted_at = now() - $3 * interval '1 hour' FROM channels channel
      WHERE channel.id = $1 AND messages.channel_id = $1 AND messages.seq BETWEEN channel.first_seq AND channel.first_seq - 1 + $2`,
    [talk.largestId, count, TOMBSTONE_HOURS + 1],
  );
  await source.query('UPDATE channels SET expired_seq = first_seq - 1 + $2 WHERE id = $1', [
    talk.largestId,
    count,
  ]);
  await source.query('UPDATE channels SET message_days = $2 WHERE id = ANY ($1)', [retained, RETAINED_DAYS]);
  const drop = new DropExpiredMessages(dataSource, UNHEARD);
  const expire = new DeleteDisappearingMessages(dataSource, UNHEARD);
  return [
    {
      name: 'a message of a deleted channel',
      times: 1,
      each: deleted.length * perChannel,
      run: async () => {
        for (const id of deleted) await channels.transaction((manager) => channels.delete(manager, id));
      },
    },
    {
      name: 'a message that retention deletes',
      times: 1,
      each: Math.min(retained.length * perChannel, retained.length * 1_000),
      run: async () => {
        await expire.run();
      },
    },
    {
      name: 'the row of a message that expired',
      times: 1,
      each: count,
      run: async () => {
        const dropped = await drop.run();
        if (dropped !== count) throw new Error(`${dropped} rows were dropped instead of ${count}.`);
      },
    },
  ];
}

/** Searches of messages by a member of some dimensions, over HTTP. */
export function searchesOf(url: string, sessionId: string, share: number): Operation[] {
  const texts = new Texts(seededRandom(9), WORDS);
  const search = async (text: string): Promise<void> => {
    const answer = await fetch(`${url}/api/search?kinds=messages&q=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${sessionId}` },
    });
    if (!answer.ok) throw new Error(`A search answered ${answer.status}: ${await answer.text()}`);
  };
  const times = Math.max(10, Math.round(300 * share));
  return [
    {
      name: 'search, a frequent word',
      times,
      each: 1,
      run: async () => search(wordAt(texts.below(20))),
    },
    { name: 'search, a rare word', times, each: 1, run: async () => search(rareWord(texts.below(WORDS))) },
    {
      name: 'search, operators without words',
      times: Math.max(10, times / 5),
      each: 1,
      run: async () => search('is:pinned'),
    },
  ];
}

/** What members read of channels, over HTTP and sockets. */
export async function readsOf(
  { url, members, share }: { url: string; members: readonly Member[]; share: number },
  heads: ReadonlyMap<string, number>,
): Promise<{ reads: Operation[]; close: () => void }> {
  const random = seededRandom(11);
  const below = (count: number): number => Math.floor(random() * count);
  const dialect = DIALECTS.oniverse;
  const clients = await Promise.all(
    members.map((member) =>
      LoadClient.connect(url, dialect, member, new PacketReader(dialect), {
        onPacket: () => {},
        onClose: () => {},
      }),
    ),
  );
  const times = Math.max(50, Math.round(3_000 * share));
  return {
    reads: [
      {
        name: 'history',
        times,
        each: 1,
        run: async () => {
          const { sessionId, channelIds } = members[below(members.length)]!;
          const before = 60 + below(heads.get(channelIds[0] ?? '') ?? 0);
          const answer = await fetch(
            `${url}/api/channels/${channelIds[0]}/messages?limit=50&before=${before}`,
            {
              headers: { authorization: `Bearer ${sessionId}` },
            },
          );
          if (!answer.ok)
            throw new Error(`A page of history answered ${answer.status}: ${await answer.text()}`);
          await answer.arrayBuffer();
        },
      },
      {
        name: 'resume',
        times,
        each: 1,
        run: async () => {
          const place = below(members.length);
          const channelId = members[place]?.channelIds[0] ?? '';
          const after = Math.max(0, (heads.get(channelId) ?? 0) - 50 - below(500));
          const answer = await clients[place]?.request(dialect.open, { channelId, after });
          if (!isTrueField(answer, 'ok'))
            throw new Error(`A channel was not opened: ${JSON.stringify(answer)}`);
        },
      },
    ],
    close: () => {
      for (const client of clients) client.terminate();
    },
  };
}
