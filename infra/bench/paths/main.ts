import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createMigrationSource } from '@oniverse/data';
import { DedicatedTestStack } from '@oniverse/testing';
import { SuggestionsRepository } from '@oniverse/worker/dist/people/suggestions/suggestions.repository.js';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';
import { insertBlocks } from '../search/population.js';
import { FULL, QUICK } from '../search/sizes.js';
import { visitPages } from './pages.js';
import { populatePaths } from './population.js';
import { measureUpdates } from './updates.js';

// From infra/bench/dist/paths.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const HOME_P99_MS = 100;
const SUGGESTIONS_P99_MS = 50;
const READERS = 50;
const SUGGESTED = 500;

/**
 * Measures the pages that lead from one member to another. `--quick` uses a tenth of the members and posts; with
 * `--blocks 200`, the readers have so many blocks.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, blocks: { type: 'string', default: '0' } },
});
const blocks = Number(options.blocks);
const population = options.quick ? QUICK : FULL;
const rounds = options.quick ? 4 : 20;
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const updates = await measureUpdates(rounds * 5);
print(updates);

const stack = await DedicatedTestStack.start({ durable: true });
const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();

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
  await insertBlocks(
    source,
    readers.map(({ id }) => id),
    blocks,
  );
  const suggestions = await measureSuggestions();
  const { byPage, byCall, reference, scanned } = await visitPages(stack, source, readers, rounds);
  const home = byPage.find(({ name }) => name === 'home')?.latencies ?? new Latencies();
  const findings = {
    title: `${rounds * READERS} visits of each page, ${population.members} members, ${population.posts} posts and ${blocks} blocks`,
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
      {
        criterion: 'no call reads a large table whole (members and links are not checked)',
        measured: scanned.join(', ') || 'none',
        isMet: scanned.length === 0,
      },
    ],
    raw: { byPage, byCall: Object.fromEntries(byCall), suggestions, reference },
  };
  print(findings);
  await writeFindings(
    `${ARTIFACTS}paths.json`,
    { at: new Date().toISOString(), quick: options.quick, blocks, load },
    [updates, findings],
  );
} finally {
  await source.destroy();
  await stack.stop();
}
