import { createHash, randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMigrationSource } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack } from '@oniverse/testing';
import { SuggestionsRepository } from '@oniverse/worker/dist/suggestions/suggestions.repository.js';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';
import { wordAt } from '../search/population.js';
import { FULL, QUICK } from '../search/sizes.js';
import { populatePaths, type Reader } from './population.js';
import { measureUpdates } from './updates.js';

// From infra/bench/dist/paths.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const HOME_P99_MS = 100;
const SUGGESTIONS_P99_MS = 50;
const READERS = 50;
const SUGGESTED = 500;
const WARM_UP_ROUNDS = 2;

/** Measures the pages that lead from one member to another. `--quick` uses a tenth of the members and posts. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const population = options.quick ? QUICK : FULL;
const rounds = options.quick ? 4 : 20;
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

/** The calls of an opened page, given its reader and another member. */
type Page = (reader: Reader, other: Reader, round: number) => readonly string[];

const tagOf = (round: number): string => wordAt(round * 7);

const PAGES: Readonly<Record<string, Page>> = {
  home: () => [
    '/api/home',
    '/api/feed?limit=20&scope=near',
    '/api/constellation?limit=40',
    '/api/activity?limit=8',
    '/api/servers',
    '/api/suggestions',
    '/api/bookmarks?limit=5',
    '/api/bookmarks/keys',
    '/api/notifications/state',
    '/api/waitlist/stats',
  ],
  'a tag': (_reader, _other, round) => [
    `/api/tags/${tagOf(round)}`,
    `/api/tags/${tagOf(round)}/members`,
    `/api/tags/${tagOf(round)}/posts`,
    `/api/tags/${tagOf(round)}/pictures`,
  ],
  'the line to a member': (_reader, { username }) => [`/api/users/${username}/line`],
  'a card': (_reader, { username }) => [`/api/users/${username}/card`],
  'a path': (reader, other) => [`/api/constellation/path?from=${reader.username}&to=${other.username}`],
  'the night log': () => ['/api/notifications?limit=30'],
  'a feed of a member': (_reader, { username }) => [`/feeds/u/${username}/atom`],
  'a feed of a tag': (_reader, _other, round) => [`/feeds/t/${tagOf(round)}/atom`],
};
/** The reference: the newest posts. */
const REFERENCE = '/api/feed?limit=20';

const updates = await measureUpdates(rounds * 5);
print(updates);

const stack = await DedicatedTestStack.start({ durable: true });
const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();

async function openSessions(readers: readonly Reader[]): Promise<Map<string, string>> {
  const sessions = new Map(readers.map(({ id }) => [id, randomBytes(32).toString('base64url')]));
  await source.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [[...sessions.values()].map((id) => createHash('sha256').update(id).digest('hex')), [...sessions.keys()]],
  );
  return sessions;
}

/** Measures the worker's daily work for a member, which selects the suggestions. */
async function measureSuggestions(): Promise<Latencies> {
  const members: { id: string }[] = await source.query(
    'SELECT id FROM users WHERE is_public ORDER BY md5(username) LIMIT $1',
    [2 * SUGGESTED],
  );
  const latencies = new Latencies();
  const repository = new SuggestionsRepository();
  for (const [index, { id }] of members.entries()) {
    const startedAt = now();
    await source.transaction((manager) => repository.replace(manager, id));
    if (index >= SUGGESTED) latencies.record(now() - startedAt);
  }
  return latencies;
}

const rowOf = (name: string, latencies: Latencies): string[] => [
  name,
  latencies.percentile(0.5).toFixed(1),
  latencies.percentile(0.99).toFixed(1),
];

try {
  const readers = await populatePaths(source, population, READERS);
  const sessions = await openSessions(readers);
  const suggestions = await measureSuggestions();
  const backend = await BackendProcess.start(stack.env(), await freePort());
  const open = async (path: string, { id }: Reader): Promise<number> => {
    const startedAt = now();
    const answer = await fetch(`${backend.url}${path}`, {
      headers: { authorization: `Bearer ${sessions.get(id) ?? ''}` },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return now() - startedAt;
  };
  try {
    const reference = new Latencies();
    const byPage = Object.entries(PAGES).map(([name, page]) => ({ name, page, latencies: new Latencies() }));
    const byCall = new Map<string, Latencies>();
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      for (const [index, reader] of readers.entries()) {
        const other = readers[(index + 1 + Math.abs(round)) % readers.length] ?? reader;
        for (const { name, page, latencies } of byPage) {
          let sum = 0;
          for (const path of page(reader, other, Math.abs(round) * READERS + index)) {
            const took = await open(path, reader);
            sum += took;
            if (round < 0 || name !== 'home') continue;
            const ofCall = byCall.get(path) ?? new Latencies();
            ofCall.record(took);
            byCall.set(path, ofCall);
          }
          if (round >= 0) latencies.record(sum);
        }
        const took = await open(REFERENCE, reader);
        if (round >= 0) reference.record(took);
      }
    }
    const home = byPage.find(({ name }) => name === 'home')?.latencies ?? new Latencies();
    const findings = {
      title: `${rounds * READERS} visits of each page, ${population.members} members and ${population.posts} posts`,
      table: [
        ['milliseconds', 'p50', 'p99'],
        ...byPage.map(({ name, latencies }) => rowOf(name, latencies)),
        ...[...byCall].map(([path, latencies]) => rowOf(`  of home: ${path}`, latencies)),
        rowOf('the daily suggestions of a member', suggestions),
        rowOf('the newest posts', reference),
      ],
      verdicts: [
        {
          criterion: `the calls of the home page take at most ${HOME_P99_MS} ms at p99, one after another`,
          measured: `${home.percentile(0.99).toFixed(1)} ms; ${(home.percentile(0.5) / reference.percentile(0.5)).toFixed(1)} times the newest posts at p50`,
          isMet: home.percentile(0.99) <= HOME_P99_MS,
        },
        {
          criterion: `selecting and storing suggestions takes at most ${SUGGESTIONS_P99_MS} ms at p99`,
          measured: `${suggestions.percentile(0.99).toFixed(1)} ms`,
          isMet: suggestions.percentile(0.99) <= SUGGESTIONS_P99_MS,
        },
      ],
      raw: { byPage, byCall: Object.fromEntries(byCall), suggestions, reference },
    };
    print(findings);
    await writeFindings(
      `${ARTIFACTS}paths.json`,
      { at: new Date().toISOString(), quick: options.quick, load },
      [updates, findings],
    );
  } finally {
    await backend.stop();
  }
} finally {
  await source.destroy();
  await stack.stop();
}
