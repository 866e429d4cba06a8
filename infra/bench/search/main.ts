import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMigrationSource } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, seededRandom } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';
import { insertBlocks, populate, Texts, wordAt } from './population.js';
import { FULL, QUICK } from './sizes.js';

// From infra/bench/dist/search.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const P99_MS = 80;
const WARM_UP = 100;

/**
 * Measures searches as someone types. `--quick` uses a tenth of the members and posts; with `--blocks 200`, the searching
 * members have so many blocks.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, blocks: { type: 'string', default: '0' } },
});
const blocks = Number(options.blocks);
const population = options.quick ? QUICK : FULL;
const searches = options.quick ? 300 : 1_000;
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const texts = new Texts(seededRandom(2), population.words);
const wordNear = (rank: number): string => wordAt(rank + texts.below(rank));
const QUERIES: Readonly<Record<string, () => string>> = {
  'one letter': () => texts.text(1).slice(0, 1),
  'two letters': () => texts.text(1).slice(0, 2),
  'three letters': () => texts.text(1).slice(0, 3),
  'a frequent word': () => wordAt(texts.below(20)),
  'a rare word': () => wordNear(population.words / 4),
  'a rare and a frequent word': () => `${wordNear(population.words / 4)} ${wordAt(texts.below(20))}`,
  'three words': () => texts.text(3),
  'nothing found': () => `zz${wordNear(10)}qx`,
};
/** The reference: finding the newest posts, which every member does on the home page. */
const REFERENCE = '/api/feed?limit=5';

async function openSessions(stack: DedicatedTestStack, memberIds: readonly string[]): Promise<string[]> {
  const sessions = memberIds.map(() => randomBytes(32).toString('base64url'));
  await stack.dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [sessions.map((id) => createHash('sha256').update(id).digest('hex')), memberIds],
  );
  return sessions;
}

const rowOf = (name: string, latencies: Latencies): string[] => [
  name,
  latencies.percentile(0.5).toFixed(1),
  latencies.percentile(0.99).toFixed(1),
];

const stack = await DedicatedTestStack.start({ durable: true });
const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
try {
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
  const sessions = await openSessions(stack, [members[0] ?? '', members[1] ?? '']);
  const backend = await BackendProcess.start(stack.env(), await freePort());
  const measure = async (path: string, session: string, into: Latencies): Promise<void> => {
    const startedAt = now();
    const answer = await fetch(`${backend.url}${path}`, { headers: { authorization: `Bearer ${session}` } });
    const body: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(body)}`);
    into.record(now() - startedAt);
  };
  try {
    const all = new Latencies();
    const reference = new Latencies();
    const byQuery = Object.keys(QUERIES).map((name) => ({ name, latencies: new Latencies() }));
    for (let search = -WARM_UP; search < searches; search += 1) {
      const session = sessions[Math.abs(search) % 2] ?? '';
      const { name = '', latencies = all } = byQuery[Math.floor(Math.abs(search) / 2) % byQuery.length] ?? {};
      const latest = new Latencies();
      await measure(`/api/search?q=${encodeURIComponent(QUERIES[name]?.() ?? '')}`, session, latest);
      const feed = new Latencies();
      await measure(REFERENCE, session, feed);
      if (search < 0) continue;
      latencies.add(latest);
      all.add(latest);
      reference.add(feed);
    }
    const p99 = all.percentile(0.99);
    const findings = {
      title: `${searches} searches of two members, ${population.members} members, ${population.posts} posts and ${blocks} blocks`,
      table: [
        ['milliseconds', 'p50', 'p99'],
        ...byQuery.map(({ name, latencies }) => rowOf(name, latencies)),
        rowOf('all searches', all),
        rowOf('the newest posts', reference),
      ],
      verdicts: [
        {
          criterion: `a search takes at most ${P99_MS} ms at p99`,
          measured: `${p99.toFixed(1)} ms; ${(all.percentile(0.5) / reference.percentile(0.5)).toFixed(1)} times the newest posts at p50, ${(p99 / reference.percentile(0.99)).toFixed(1)} at p99`,
          isMet: p99 <= P99_MS,
        },
      ],
      raw: { all, reference, byQuery },
    };
    print(findings);
    await writeFindings(
      `${ARTIFACTS}search.json`,
      { at: new Date().toISOString(), quick: options.quick, blocks, load },
      [findings],
    );
  } finally {
    await backend.stop();
  }
} finally {
  await source.destroy();
  await stack.stop();
}
