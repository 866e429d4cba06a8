import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMigrationSource } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, seededRandom } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';
import type { Findings } from '../live/scenarios/scenario.js';
import { FULL_TALK, populateTalk } from './messages.js';
import { insertBlocks, populate, Texts, wordAt } from './population.js';
import { FULL, QUICK } from './sizes.js';

// From infra/bench/dist/search.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const P99_MS = 80;
const MESSAGES_P99_MS = 100;
/** The bound of a search of messages with operators, phrases or starts of words. */
const DEAREST_P99_MS = 250;
const WARM_UP = 100;

/**
 * Measures searches as someone types, and searches of messages. `--quick` uses a tenth of the members, posts and messages; with
 * `--blocks 200`, the searching members have so many blocks. `--part messages` leaves out everything else, and `--part posts`
 * the messages; `--messages 200000` stores so many.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    blocks: { type: 'string', default: '0' },
    part: { type: 'string', default: 'all' },
    messages: { type: 'string' },
  },
});
const blocks = Number(options.blocks);
const population = options.quick ? QUICK : FULL;
/** Of each kind of query. */
const searchesOfKind = options.quick ? 40 : 200;
const talk = {
  ...FULL_TALK,
  messages: Number(options.messages ?? FULL_TALK.messages / (options.quick ? 10 : 1)),
};
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const rowOf = (name: string, latencies: Latencies): string[] => [
  name,
  latencies.percentile(0.5).toFixed(1),
  latencies.percentile(0.99).toFixed(1),
];

interface Query {
  text: () => string;
  /** Further parameters of the search. */
  more?: string;
  /** The bound at p99. */
  maxMs: number;
}

interface Part {
  title: string;
  queries: Readonly<Record<string, Query>>;
  /** The parameters of a search besides its text. */
  kinds: string;
  sessions: readonly string[];
  reference: { name: string; path: string };
  /** The bound of all searches at p99; undefined if each kind has its own. */
  maxMs?: number;
}

/** Makes searches of each kind of query in turn, each followed by a call of the reference. */
async function measurePart(
  backend: BackendProcess,
  { title, queries, kinds, sessions, reference, maxMs }: Part,
): Promise<Findings> {
  const measure = async (path: string, session: string, into: Latencies): Promise<void> => {
    const startedAt = now();
    const answer = await fetch(`${backend.url}${path}`, { headers: { authorization: `Bearer ${session}` } });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    into.record(now() - startedAt);
  };
  const all = new Latencies();
  const referred = new Latencies();
  const byQuery = Object.entries(queries).map(([name, query]) => ({
    name,
    query,
    latencies: new Latencies(),
  }));
  const searches = searchesOfKind * byQuery.length;
  for (let search = -WARM_UP; search < searches; search += 1) {
    const session = sessions[Math.abs(search) % sessions.length] ?? '';
    const turn = Math.floor(Math.abs(search) / sessions.length) % byQuery.length;
    const asked = byQuery[turn];
    if (!asked) throw new Error('There are no queries.');
    const { text, more = '' } = asked.query;
    const latest = new Latencies();
    await measure(`/api/search?${kinds}${more}q=${encodeURIComponent(text())}`, session, latest);
    const compared = new Latencies();
    await measure(reference.path, session, compared);
    if (search < 0) continue;
    asked.latencies.add(latest);
    all.add(latest);
    referred.add(compared);
  }
  const p99 = all.percentile(0.99);
  const ratioAt = (share: number): string => (all.percentile(share) / referred.percentile(share)).toFixed(1);
  const compared = `${ratioAt(0.5)} times ${reference.name} at p50, ${ratioAt(0.99)} at p99`;
  const dearest = byQuery.map(({ name, query, latencies }) => ({
    criterion: `${name} takes at most ${query.maxMs} ms at p99`,
    measured: `${latencies.percentile(0.99).toFixed(1)} ms`,
    isMet: latencies.percentile(0.99) <= query.maxMs,
  }));
  return {
    title,
    table: [
      ['milliseconds', 'p50', 'p99'],
      ...byQuery.map(({ name, latencies }) => rowOf(name, latencies)),
      rowOf('all searches', all),
      rowOf(reference.name, referred),
    ],
    verdicts:
      maxMs === undefined
        ? dearest
        : [
            {
              criterion: `a search takes at most ${maxMs} ms at p99`,
              measured: `${p99.toFixed(1)} ms; ${compared}`,
              isMet: p99 <= maxMs,
            },
          ],
    raw: {
      all,
      reference: referred,
      byQuery: byQuery.map(({ name, latencies }) => ({ name, latencies })),
    },
  };
}

/** Gives queries the same bound at p99. */
const within = (
  maxMs: number,
  texts: Readonly<Record<string, () => string>>,
): Readonly<Record<string, Query>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, maxMs }]));

async function openSessions(stack: DedicatedTestStack, memberIds: readonly string[]): Promise<string[]> {
  const sessions = memberIds.map(() => randomBytes(32).toString('base64url'));
  await stack.dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [sessions.map((id) => createHash('sha256').update(id).digest('hex')), memberIds],
  );
  return sessions;
}

/** Fills the database with members and posts, for searches of everything but messages. */
async function preparePosts(stack: DedicatedTestStack, source: DataSource): Promise<Part> {
  const texts = new Texts(seededRandom(2), population.words);
  const wordNear = (rank: number): string => wordAt(rank + texts.below(rank));
  const members = await populate(source, population);
  // The first member has a thousand posts of its own, half of them private.
  await source.query(
    `INSERT INTO posts (user_id, title, content, markdown_content, is_public)
     SELECT $1, title, content, content, n % 2 = 0
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (title, content, n)`,
    [
      members[0],
      Array.from({ length: 1_000 }, () => texts.text(4)),
      Array.from({ length: 1_000 }, () => texts.text(40)),
    ],
  );
  await source.query('ANALYZE posts');
  await insertBlocks(source, members.slice(0, 2), blocks);
  return {
    title: `${searchesOfKind} searches of each kind by two members, ${population.members} members, ${population.posts} posts and ${blocks} blocks`,
    queries: within(P99_MS, {
      'one letter': () => texts.text(1).slice(0, 1),
      'two letters': () => texts.text(1).slice(0, 2),
      'three letters': () => texts.text(1).slice(0, 3),
      'a frequent word': () => wordAt(texts.below(20)),
      'a rare word': () => wordNear(population.words / 4),
      'a rare and a frequent word': () => `${wordNear(population.words / 4)} ${wordAt(texts.below(20))}`,
      'three words': () => texts.text(3),
      'nothing found': () => `zz${wordNear(10)}qx`,
    }),
    kinds: 'kinds=members,tags,posts,pictures,dimensions&',
    sessions: await openSessions(stack, [members[0] ?? '', members[1] ?? '']),
    // Finding the newest posts, which every member does on the home page.
    reference: { name: 'the newest posts', path: '/api/feed?limit=5' },
    maxMs: P99_MS,
  };
}

/** Fills the database with messages. */
async function prepareMessages(stack: DedicatedTestStack, source: DataSource): Promise<Part> {
  const { sessionId, channelId, indexedPerSecond } = await populateTalk(stack, source, talk);
  const [size]: [{ messages: string; index: string }] = await source.query(
    `SELECT pg_size_pretty(pg_total_relation_size('messages')) AS messages,
            pg_size_pretty(pg_total_relation_size('message_terms')) AS index`,
  );
  console.log(
    `Indexed ${indexedPerSecond} messages a second: ${size.index}, beside ${size.messages} of messages`,
  );
  const texts = new Texts(seededRandom(4), talk.words);
  const wordNear = (rank: number): string => wordAt(rank + texts.below(rank));
  const frequent = (): string => wordAt(texts.below(20));
  const words = within(MESSAGES_P99_MS, {
    'a frequent word': frequent,
    'a word of one message in a thousand': () => wordNear(200),
    'a rare word': () => wordNear(talk.words / 4),
    'nothing found': () => `zz${wordNear(10)}qx`,
  });
  const dearer = within(DEAREST_P99_MS, {
    'a rare and a frequent word': () => `${wordNear(talk.words / 4)} ${frequent()}`,
    'two letters': () => texts.text(1).slice(0, 2),
    'three letters': () => texts.text(1).slice(0, 3),
    'a phrase of frequent words': () => `"${frequent()} ${frequent()} ${frequent()}"`,
  });
  const best = Object.entries({ ...words, ...dearer }).map(
    ([name, query]) => [`${name}, best first`, { ...query, more: 'order=best&' }] as const,
  );
  return {
    title: `${searchesOfKind} searches of messages of each kind by a member of ${talk.joined * talk.channelsPerDimension} of ${talk.dimensions * talk.channelsPerDimension} channels with ${talk.messages} messages`,
    queries: {
      ...words,
      ...dearer,
      ...within(DEAREST_P99_MS, { 'no words': () => 'is:pinned' }),
      ...Object.fromEntries(best),
    },
    kinds: 'kinds=messages&',
    sessions: [sessionId],
    reference: { name: 'a page of history', path: `/api/channels/${channelId}/messages?limit=50` },
  };
}

const findings: Findings[] = [];
for (const [name, prepare] of Object.entries({ posts: preparePosts, messages: prepareMessages })) {
  if (options.part !== 'all' && options.part !== name) continue;
  const stack = await DedicatedTestStack.start({ durable: true });
  const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
  try {
    const part = await prepare(stack, source);
    const backend = await BackendProcess.start(stack.env(), await freePort());
    try {
      const found = await measurePart(backend, part);
      print(found);
      findings.push(found);
    } finally {
      await backend.stop();
    }
  } finally {
    await source.destroy();
    await stack.stop();
  }
}
await writeFindings(
  `${ARTIFACTS}search.json`,
  { at: new Date().toISOString(), quick: options.quick, blocks, messages: talk.messages, load },
  findings,
);
