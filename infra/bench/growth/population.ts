import { createHash, randomBytes } from 'node:crypto';
import { seededRandom } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import type { Member } from '../live/load/commands.js';
import { Texts } from '../search/population.js';
import { loadInBulk } from './bulk-load.js';

/** Of ten messages, one is in the channel with the most. */
const IN_LARGEST = 10;
/** The other channels, which have equally many. Powers of ten from 1,000 divide evenly among them. */
const OTHERS = 900;
/** Rows come in multiples of this, so that a channel has no gap. */
export const ROWS_STEP = 1_000;
const CHANNELS_PER_DIMENSION = 5;
/** How many dimensions the searching member has joined. */
const SEARCHED_DIMENSIONS = 10;
const AUTHORS = 400;
/** Distinct words in all texts, besides the rare ones. */
export const WORDS = 50_000;
const TEXTS = 20_000;
const MOST_WORDS = 24;
/** Rare words, one of which ends each message. A prime, so that they combine with all texts. */
const RARE = 49_999;
/** When the first message was sent, and how long each of the following waited. Ten million take 347 days. */
const FIRST_AT = '2025-01-01';
const SECONDS_BETWEEN = 3;

export interface Talk {
  /** The member who owns all dimensions. */
  sessionId: string;
  memberId: string;
  /** The session of a member of some of them, who searches. */
  searcherSession: string;
  authorIds: readonly string[];
  /** The channel with a tenth of the messages. */
  largestId: string;
  channelIds: string[];
}

/** Adds dimensions with channels, their authors and a member of all of them, without messages. */
export async function populateTalk(source: DataSource): Promise<Talk> {
  const authors: { id: string }[] = await source.query(
    `INSERT INTO users (username, email, password)
     SELECT 'author_' || n, 'author_' || n || '@example.org', '!' FROM generate_series(1, $1::integer) n RETURNING id`,
    [AUTHORS],
  );
  const authorIds = authors.map(({ id }) => id);
  const memberId = authorIds[0] ?? '';
  const sessionId = await openSession(source, memberId);
  const channels: { id: string }[] = await source.query(
    `WITH place AS (
       INSERT INTO servers (owner_id, name, is_public, member_count)
       SELECT $1, 'Dimension ' || n, true, 1 FROM generate_series(1, $2::integer) n RETURNING id
     ), member AS (
       INSERT INTO server_members (server_id, user_id, role) SELECT id, $1, 'owner' FROM place
     )
     INSERT INTO channels (server_id, name, is_default)
     SELECT id, 'channel ' || n, n = 1 FROM place, generate_series(1, $3::integer) n RETURNING id`,
    [memberId, Math.ceil((OTHERS + 1) / CHANNELS_PER_DIMENSION), CHANNELS_PER_DIMENSION],
  );
  const searcherId = authorIds[1] ?? '';
  await source.query(
    `INSERT INTO server_members (server_id, user_id, role) SELECT id, $1, 'member' FROM servers ORDER BY id LIMIT $2`,
    [searcherId, SEARCHED_DIMENSIONS],
  );
  const [largest, ...others] = channels.map(({ id }) => id).slice(0, OTHERS + 1);
  await storeTexts(source);
  return {
    sessionId,
    memberId,
    searcherSession: await openSession(source, searcherId),
    authorIds,
    largestId: largest ?? '',
    channelIds: others,
  };
}

export async function openSession(source: DataSource, userId: string): Promise<string> {
  const sessionId = randomBytes(32).toString('base64url');
  await source.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '30 days')`,
    [createHash('sha256').update(sessionId).digest('hex'), userId],
  );
  return sessionId;
}

/** Lets an author each write in one of the channels. */
export async function addMembers(source: DataSource, talk: Talk, count: number): Promise<Member[]> {
  const members = talk.channelIds.slice(0, count).map((channelId, index) => ({
    id: index,
    channelId,
    userId: talk.authorIds[index + 2] ?? '',
  }));
  await source.query(
    `INSERT INTO server_members (server_id, user_id, role)
     SELECT channel.server_id, given.user_id, 'member' FROM unnest($1::uuid[], $2::uuid[]) AS given (channel_id, user_id)
       JOIN channels channel ON channel.id = given.channel_id
     ON CONFLICT DO NOTHING`,
    [members.map(({ channelId }) => channelId), members.map(({ userId }) => userId)],
  );
  return Promise.all(
    members.map(async ({ id, channelId, userId }) => ({
      id,
      sessionId: await openSession(source, userId),
      channelIds: [channelId],
      sender: 0,
    })),
  );
}

/** Stores the texts of which messages are made, with their terms, because computing those of each message would take most of the time. */
async function storeTexts(source: DataSource): Promise<void> {
  const texts = new Texts(seededRandom(5), WORDS);
  const insert = async (table: string, contents: readonly string[]): Promise<void> => {
    await source.query(
      `CREATE UNLOGGED TABLE ${table} AS SELECT (n - 1)::integer AS n, content, search_terms(content, '') AS terms
         FROM unnest($1::text[]) WITH ORDINALITY AS given (content, n)`.replace('$1', literalOf(contents)),
    );
  };
  await insert(
    'bench_texts',
    Array.from({ length: TEXTS }, () => texts.text(1 + texts.below(MOST_WORDS))),
  );
  await insert(
    'bench_rare',
    Array.from({ length: RARE }, (_, n) => `x${n.toString(36)}q`),
  );
  await source.query('ANALYZE bench_texts');
  await source.query('ANALYZE bench_rare');
}

const literalOf = (texts: readonly string[]): string =>
  `ARRAY[${texts.map((text) => `'${text}'`).join(',')}]`;

/** The text of a rare word, of one message in {@link RARE}. */
export const rareWord = (n: number): string => `x${(n % RARE).toString(36)}q`;

/**
 * Adds messages from row `from` to row `to`, with their terms: the messages of a smaller run are the first of a larger one. Rows
 * follow in order of time, so that those of a channel are apart, as they are when members write them.
 */
export async function addMessages(source: DataSource, talk: Talk, from: number, to: number): Promise<void> {
  await source.query('DROP TABLE IF EXISTS bench_channels, bench_authors');
  await source.query(
    `CREATE UNLOGGED TABLE bench_authors AS
     SELECT (row_number() OVER (ORDER BY id) - 1)::integer AS n, id FROM users WHERE username LIKE 'author\\_%'`,
  );
  await source.query(
    'CREATE UNLOGGED TABLE bench_channels (n integer, id uuid, server_id uuid, shift integer)',
  );
  await source.query(
    `INSERT INTO bench_channels
     SELECT given.n - 1, channel.id, channel.server_id,
            channel.last_seq - CASE given.n WHEN 1 THEN $2::integer / ${IN_LARGEST} ELSE $2 / ${ROWS_STEP} END
       FROM unnest($1::uuid[]) WITH ORDINALITY AS given (id, n) JOIN channels channel ON channel.id = given.id`,
    [[talk.largestId, ...talk.channelIds], from],
  );
  for (const table of ['bench_authors', 'bench_channels']) await source.query(`ANALYZE ${table}`);
  const other = `(row.n - row.n / ${IN_LARGEST} - 1)`;
  await source.query(
    `CREATE VIEW bench_rows AS
     SELECT row.n, channel.id AS channel_id, channel.server_id, author.id AS user_id, place.seq + channel.shift AS seq, sent.at,
            (lpad(to_hex((extract(epoch FROM sent.at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(row.n), 12, '0'))::uuid AS id,
            body.content || ' ' || rare.content AS content, body.terms || rare.terms AS terms
       FROM generate_series(${from} + 1, ${to}) row (n)
      CROSS JOIN LATERAL (SELECT timestamptz '${FIRST_AT}' + row.n * interval '${SECONDS_BETWEEN} seconds' AS at) sent
      CROSS JOIN LATERAL (
        SELECT CASE WHEN row.n % ${IN_LARGEST} = 0 THEN 0 ELSE 1 + ${other} % ${OTHERS} END AS channel,
               CASE WHEN row.n % ${IN_LARGEST} = 0 THEN row.n / ${IN_LARGEST} ELSE ${other} / ${OTHERS} + 1 END AS seq
      ) place
       JOIN bench_channels channel ON channel.n = place.channel
       JOIN bench_authors author ON author.n = (row.n / 3) % ${AUTHORS}
       JOIN bench_texts body ON body.n = row.n % ${TEXTS}
       JOIN bench_rare rare ON rare.n = row.n % ${RARE}`,
  );
  await loadInBulk(source, ['messages', 'message_terms'], async (manager) => {
    // In order of time as far as the hash joins keep it, which is within a batch of the series.
    await manager.query(
      `INSERT INTO messages (id, channel_id, user_id, seq, rev, content, nonce, reply_to_seq, edited_at, created_at, updated_at)
       SELECT id, channel_id, user_id, seq, seq, content, gen_random_uuid()::text,
              CASE WHEN n % 11 = 0 AND seq > 3 THEN seq - 3 END, CASE WHEN n % 53 = 0 THEN at END, at, at FROM bench_rows`,
    );
    await manager.query(
      `INSERT INTO message_terms (channel_id, seq, message_id, place_id, root_id, terms)
       SELECT channel_id, seq, id, server_id, channel_id, terms FROM bench_rows`,
    );
  });
  await source.query('DROP VIEW bench_rows');
  await source.query(
    `UPDATE channels SET last_seq = newest.seq, last_rev = newest.seq
       FROM (SELECT channel_id, max(seq) AS seq FROM messages GROUP BY channel_id) newest WHERE channels.id = newest.channel_id`,
  );
  await source.query(
    `INSERT INTO indexed_channels (channel_id, seq) SELECT id, last_seq FROM channels WHERE last_seq > 0
     ON CONFLICT (channel_id) DO UPDATE SET seq = excluded.seq`,
  );
  await settle(source);
}

/** Leaves the database no work of its own that a measurement would include. */
export async function settle(source: DataSource): Promise<void> {
  await source.query('VACUUM ANALYZE');
  await source.query('CHECKPOINT');
}
