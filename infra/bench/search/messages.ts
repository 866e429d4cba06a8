import { makeMember, seededRandom, type TestStack } from '@oniverse/testing';
import { indexMessages } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { Texts } from './population.js';

export interface MessagePopulation {
  messages: number;
  dimensions: number;
  channelsPerDimension: number;
  /** How many of the dimensions the searching member has joined. */
  joined: number;
  /** Distinct words in all messages. */
  words: number;
}

/** 1,000,000 messages in 2,000 channels, of which the member reads 50. */
export const FULL_TALK: MessagePopulation = {
  messages: 1_000_000,
  dimensions: 400,
  channelsPerDimension: 5,
  joined: 10,
  words: 50_000,
};

const AUTHORS = 200;
const WORDS = 24;
const BATCH_SIZE = 5_000;
const INDEX_BATCH = 500;

export interface Talk {
  /** The session of the member who searches. */
  sessionId: string;
  /** A channel of the member. */
  channelId: string;
  /** How many messages a second were added to the index. */
  indexedPerSecond: number;
}

/** Adds dimensions with channels and messages, whose words follow Zipf's law, and one member of some of them. */
export async function populateTalk(
  stack: TestStack,
  source: DataSource,
  { messages, dimensions, channelsPerDimension, joined, words }: MessagePopulation,
): Promise<Talk> {
  const { user, sessionId } = await makeMember(source);
  const authors: { id: string }[] = await source.query(
    `INSERT INTO users (username, email, password)
     SELECT 'author_' || n, 'author_' || n || '@example.org', '!' FROM generate_series(1, $1::integer) n RETURNING id`,
    [AUTHORS],
  );
  const servers: { id: string }[] = await source.query(
    `INSERT INTO servers (owner_id, name) SELECT $1, 'Dimension ' || n FROM generate_series(1, $2::integer) n RETURNING id`,
    [authors[0]?.id, dimensions],
  );
  await source.query(
    `INSERT INTO server_members (server_id, user_id, role) SELECT id, $2, 'member' FROM unnest($1::uuid[]) id`,
    [servers.slice(0, joined).map(({ id }) => id), user.id],
  );
  const channels: { id: string }[] = await source.query(
    `INSERT INTO channels (server_id, name) SELECT id, 'channel ' || n
       FROM unnest($1::uuid[]) id, generate_series(1, $2::integer) n RETURNING id`,
    [servers.map(({ id }) => id), channelsPerDimension],
  );
  const texts = new Texts(seededRandom(3), words);
  for (let first = 0; first < messages; first += BATCH_SIZE) {
    const places = Array.from({ length: Math.min(BATCH_SIZE, messages - first) }, (_, n) => first + n);
    await source.query(
      `INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT channel_id, user_id, seq, seq, content, seq::text
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[]) AS given (channel_id, user_id, seq, content)`,
      [
        places.map((place) => channels[place % channels.length]?.id),
        places.map(() => authors[texts.below(AUTHORS)]?.id),
        places.map((place) => Math.floor(place / channels.length) + 1),
        places.map(() => texts.text(1 + texts.below(WORDS))),
      ],
    );
  }
  await source.query(
    `UPDATE channels SET last_seq = newest.seq, last_rev = newest.seq
       FROM (SELECT channel_id, max(seq) AS seq FROM messages GROUP BY channel_id) newest WHERE channels.id = newest.channel_id`,
  );
  const ids = channels.map(({ id }) => id);
  const startedAt = performance.now();
  while ((await indexMessages(stack.dataSource, ids, INDEX_BATCH)) === INDEX_BATCH) continue;
  const seconds = (performance.now() - startedAt) / 1_000;
  await source.query('VACUUM ANALYZE');
  return { sessionId, channelId: ids[0] ?? '', indexedPerSecond: Math.round(messages / seconds) };
}
