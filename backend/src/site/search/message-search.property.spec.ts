import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type FoundMessage,
  MESSAGE_ORDERS,
  MESSAGE_STATES,
  type MessageOrder,
  type MessageState,
  SEARCH,
  type SearchView,
} from '@oniverse/contracts';
import { indexMessages } from '@oniverse/data';
import { byTestLength, makeMember, makeServer, seededRandom, TestStack } from '@oniverse/testing';
import * as fc from 'fast-check';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';

const RUNS = byTestLength(60, 1_500);
const MESSAGES = 240;
/** The `seq` of the first one, after the messages that start a thread. */
const FIRST = 10;
const WORDS = ['low', 'tide', 'tidal', 'heron', 'gauge'] as const;
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'] as const;

interface Message {
  id: string;
  words: string[];
  author: string;
  server: string;
  channelName: string;
  isThread: boolean;
  isPinned: boolean;
  day: string;
}

interface Asked {
  words: string[];
  /** The letters of the last word that are typed. */
  typed: number;
  isPhrase: boolean;
  from?: number | undefined;
  place?: number | undefined;
  day?: string | undefined;
  is?: MessageState | undefined;
  server?: number | undefined;
  order: MessageOrder;
  limit: number;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });
const asked: fc.Arbitrary<Asked> = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  typed: fc.integer({ min: 3, max: 5 }),
  isPhrase: fc.boolean(),
  from: maybe(fc.nat(1)),
  place: maybe(fc.nat(2)),
  day: maybe(fc.constantFrom(...DAYS)),
  is: maybe(fc.constantFrom(...MESSAGE_STATES)),
  server: maybe(fc.nat(1)),
  order: fc.constantFrom(...MESSAGE_ORDERS),
  limit: fc.integer({ min: 3, max: SEARCH.maxLimit }),
});

/** Returns every way to choose a place in a list for each word. */
function choicesOf(places: readonly number[][]): number[][] {
  return places.reduce<number[][]>(
    (chosen, next) => chosen.flatMap((before) => next.map((place) => [...before, place])),
    [[]],
  );
}

/** Ranks a text by trying all places of the words: the plain way to say what is better. */
function rankPlainly(text: readonly string[], words: readonly string[]): [number, number, number] {
  const last = words.at(-1) ?? '';
  const different = [...new Set(words)];
  const ranks = [true, false].flatMap((isWhole) => {
    const fits = (word: string, wanted: string) =>
      word === wanted || (!isWhole && wanted === last && word.startsWith(wanted));
    const placesOf = (wanted: string) => text.flatMap((word, place) => (fits(word, wanted) ? [place] : []));
    const isInOrder = text.some((_, first) =>
      words.every((wanted, place) => {
        const word = text[first + place];
        return word !== undefined && fits(word, wanted);
      }),
    );
    const offsetOf = (place: number) => text.slice(0, place).reduce((sum, word) => sum + word.length + 1, 0);
    return choicesOf(different.map(placesOf)).map((places): [number, number, number] => {
      const starts = places.map(offsetOf);
      const ends = starts.map((start, n) => start + (different[n]?.length ?? 0));
      const covered = different.join('').length;
      return [
        isInOrder ? 0 : 1,
        isWhole ? 0 : 1,
        Math.max(0, Math.max(...ends) - Math.min(...starts) - covered),
      ];
    });
  });
  return ranks.toSorted(compare)[0] ?? [1, 1, Infinity];
}

const compare = (one: readonly number[], other: readonly number[]): number =>
  one.map((value, place) => value - (other[place] ?? 0)).find((difference) => difference !== 0) ?? 0;

describe('searches of messages and a plain filter', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  let authors: { id: string; username: string }[];
  let servers: string[];
  let channels: { id: string; name: string; server: string; parent: string | null }[];
  let messages: Message[];
  /** The session of one of the authors. */
  let reader: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    const db = stack.dataSource;
    const members = [await makeMember(db), await makeMember(db)];
    authors = members.map(({ user }) => user);
    const made = [
      await makeServer(db, { members: members.map(({ user }) => user) }),
      await makeServer(db, { members: members.map(({ user }) => user) }),
    ];
    servers = made.map(({ server }) => server.id);
    channels = made.map(({ server, channel }) => ({
      id: channel.id,
      name: channel.name,
      server: server.id,
      parent: null,
    }));
    const [first] = channels;
    const author = members[0];
    if (!first || !author) throw new Error('There are no channels or authors.');
    const [quiet]: [{ id: string }] = await db.query(
      `INSERT INTO channels (name, server_id) VALUES ('Quiet', $1) RETURNING id`,
      [first.server],
    );
    reader = author.sessionId;
    const post = async (path: string): Promise<{ id: string }> =>
      (
        await backend.api
          .post(`/api${path}`)
          .set(...bearer(reader))
          .send({ content: 'A start.' })
          .expect(201)
      ).body;
    await post(`/messages/${(await post(`/channels/${first.id}/messages`)).id}/thread`);
    const [thread]: [{ id: string }] = await db.query('SELECT id FROM channels WHERE parent_id = $1', [
      first.id,
    ]);
    channels.push(
      { ...quiet, name: 'Quiet', server: first.server, parent: null },
      { ...thread, name: '', server: first.server, parent: first.id },
    );
    await fill();
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  async function fill(): Promise<void> {
    const db = stack.dataSource;
    const random = seededRandom(7);
    const below = (count: number) => Math.floor(random() * count);
    messages = [];
    for (let n = FIRST; n < FIRST + MESSAGES; n += 1) {
      const channel = channels[below(channels.length)];
      const author = authors[below(authors.length)];
      if (!channel || !author) throw new Error('There are no channels or authors.');
      const words = Array.from({ length: 1 + below(6) }, () => WORDS[below(WORDS.length)] ?? 'low');
      const day = DAYS[below(DAYS.length)] ?? DAYS[0];
      const [{ id }]: [{ id: string }] = await db.query(
        `INSERT INTO messages (id, channel_id, user_id, seq, rev, content, nonce)
         VALUES (uuidv7($1::timestamptz - now()), $2, $3, $4::integer, $4::integer, $5, ($4::integer)::text) RETURNING id`,
        [`${day}T12:00:00Z`, channel.id, author.id, n, words.join(' ')],
      );
      const isPinned = below(3) === 0;
      if (isPinned) await db.query('INSERT INTO pins (channel_id, seq) VALUES ($1, $2)', [channel.id, n]);
      const root = channels.find(({ id: parent }) => parent === channel.parent) ?? channel;
      messages.push({
        id,
        words,
        author: author.username,
        server: channel.server,
        channelName: root.name,
        isThread: channel.parent !== null,
        isPinned,
        day,
      });
    }
    await db.query('UPDATE channels SET last_seq = $1, last_rev = $1', [FIRST + MESSAGES]);
    await indexMessages(
      db,
      channels.map(({ id }) => id),
      10 * MESSAGES,
    );
  }

  const namesOfPlaces = () => [...new Set(channels.map(({ name }) => name))].filter((name) => name !== '');

  /** Returns the query of a search, and the words that it looks for. */
  function queryOf({ words, typed, isPhrase, from, place, day, is }: Asked) {
    const last = (words.at(-1) ?? '').slice(0, typed);
    const wanted = isPhrase ? words : [...words.slice(0, -1), last];
    const parts = [
      from !== undefined && `from:${authors[from]?.username}`,
      place !== undefined && `in:${namesOfPlaces()[place] ?? 'nowhere'}`,
      day !== undefined && `on:${day}`,
      is !== undefined && `is:${is}`,
      isPhrase ? `"${wanted.join(' ')}"` : wanted.join(' '),
    ];
    return { q: parts.filter(Boolean).join(' '), wanted };
  }

  /** Filters all messages, and sorts them. */
  function findPlainly(given: Asked, wanted: readonly string[]): string[] {
    const last = wanted.at(-1) ?? '';
    const contains = (words: readonly string[]) =>
      given.isPhrase
        ? ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `)
        : wanted.slice(0, -1).every((word) => words.includes(word)) &&
          words.some((word) => word.startsWith(last));
    return messages
      .filter(
        (message) =>
          contains(message.words) &&
          (given.from === undefined || message.author === authors[given.from]?.username) &&
          (given.place === undefined || message.channelName === namesOfPlaces()[given.place]) &&
          (given.day === undefined || message.day === given.day) &&
          (given.is !== 'thread' || message.isThread) &&
          (given.is !== 'pinned' || message.isPinned) &&
          (given.server === undefined || message.server === servers[given.server]),
      )
      .map(({ id, words }) => ({ id, rank: given.order === 'best' ? rankPlainly(words, wanted) : [0] }))
      .toSorted((one, other) => compare(one.rank, other.rank) || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id);
  }

  async function findAll(given: Asked, q: string): Promise<string[]> {
    const found: FoundMessage[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const { body }: { body: SearchView } = await backend.api
        .get('/api/search')
        .query({
          q,
          kinds: 'messages',
          limit: given.limit,
          order: given.order,
          ...(given.server !== undefined && { server: servers[given.server] }),
          ...(cursor !== undefined && { cursor }),
        })
        .set(...bearer(reader))
        .expect(200);
      found.push(...(body.messages?.items ?? []));
      cursor = body.messages?.nextCursor ?? null;
    }
    return found.map(({ id }) => id);
  }

  it('TLK-470 TLK-477 TLK-478 TLK-480 find the same messages in the same order, on pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (given) => {
        const { q, wanted } = queryOf(given);
        expect([q, await findAll(given, q)]).toEqual([q, findPlainly(given, wanted)]);
      }),
      { numRuns: RUNS, seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_130) },
    );
  });
});
