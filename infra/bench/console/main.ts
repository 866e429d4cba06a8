import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, makeStaff } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';

// From infra/bench/dist/console.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const P99_MS = 100;
const WARM_UP = 20;

/** Measures the lists of cases and members in the console. `--quick` uses a tenth of the members and reports. */
const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const size = options.quick ? 10 : 1;
const members = 100_000 / size;
const reports = 10_000 / size;
const rounds = options.quick ? 100 : 300;
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);
const stack = await DedicatedTestStack.start({ durable: true });

/**
 * Fills the database: a dimension for each hundred members, and a case for every second report. A third of the cases are open,
 * and half are about messages that a dimension handles.
 */
async function populate(): Promise<void> {
  const { dataSource } = stack;
  await dataSource.query(
    `INSERT INTO users (username, display_name, email, password)
     SELECT 'member_' || n, 'Member ' || chr(65 + n % 26) || ' ' || n, 'member_' || n || '@example.org', '!'
       FROM generate_series(1, $1::integer) n`,
    [members],
  );
  await dataSource.query(
    `INSERT INTO sessions (id, user_id, address, expires_at)
     SELECT encode(sha256((id || '-' || turn)::bytea), 'hex'), id,
            (10 + n % 200) || '.' || n / 200 % 250 || '.' || turn || '.0/24', now() + interval '30 days'
       FROM (SELECT id, (row_number() OVER ())::integer AS n FROM users) member CROSS JOIN generate_series(1, 2) turn`,
  );
  await dataSource.query(
    `INSERT INTO servers (owner_id, name, is_public)
     SELECT id, 'Dimension ' || n, true
       FROM (SELECT id, row_number() OVER () AS n FROM users) member WHERE n % 100 = 0`,
  );
  await dataSource.query(
    `WITH member AS (SELECT id, (row_number() OVER ())::integer AS n FROM users),
          place AS (SELECT id, (row_number() OVER ())::integer AS at FROM servers), made AS (
       INSERT INTO cases (kind, subject_id, server_id, about_user_id, reason, snapshot, state, outcome, closed_at)
       SELECT CASE WHEN n % 2 = 0 THEN 'message' ELSE 'post' END, gen_random_uuid(), place.id, member.id, 'spam',
              jsonb_build_object('title', 'Dimension', 'text', repeat('Buy lamps. ', 50)),
              CASE WHEN n % 3 = 0 THEN 'open' ELSE 'closed' END, CASE WHEN n % 3 > 0 THEN 'none' END,
              CASE WHEN n % 3 > 0 THEN now() END
         FROM member LEFT JOIN place ON member.n % 2 = 0 AND place.at = 1 + member.n % (SELECT count(*) FROM place)
        WHERE member.n <= $1 / 2 RETURNING id
     )
     INSERT INTO reports (case_id, reporter_id, reason, note)
     SELECT made.id, member.id, 'spam', 'Look.'
       FROM (SELECT id, row_number() OVER () AS n FROM made) made
       JOIN member ON member.n IN (made.n + $1, made.n + 2 * $1)`,
    [reports],
  );
  await dataSource.query('VACUUM ANALYZE');
}

const LISTS: Readonly<Record<string, (round: number) => string>> = {
  'open cases': () => '/staff/cases',
  'open cases of dimensions too': () => '/staff/cases?all=true',
  'own cases': () => '/staff/cases?list=mine',
  'closed cases': () => '/staff/cases?list=closed',
  'the newest members': () => '/staff/members',
  'members by a letter': () => '/staff/members?q=m',
  'members by an Oni ID': (round) => `/staff/members?q=member_${round * 17}`,
  'members by a name': (round) => `/staff/members?q=member%20${String.fromCodePoint(97 + (round % 26))}`,
  'members by an address': (round) => `/staff/members?q=member_${round * 13}@`,
  'members by a large network': (round) => `/staff/members?q=1${round % 10}.`,
  'members by a network': (round) => `/staff/members?q=${10 + (round % 200)}.${round % 250}.`,
  nobody: () => '/staff/members?q=zzqx',
};

const rowOf = (name: string, latencies: Latencies): string[] => [
  name,
  latencies.percentile(0.5).toFixed(1),
  latencies.percentile(0.99).toFixed(1),
];

try {
  await populate();
  const { sessionId } = await makeStaff(stack.dataSource, 'moderator');
  const backend = await BackendProcess.start({ ...stack.env(), RATE_LIMITS: 'off' }, await freePort());
  const byList = Object.entries(LISTS).map(([name, pathOf]) => ({
    name,
    pathOf,
    latencies: new Latencies(),
  }));
  try {
    for (let round = -WARM_UP; round < rounds; round += 1) {
      for (const { pathOf, latencies } of byList) {
        const path = pathOf(Math.abs(round));
        const startedAt = now();
        const answer = await fetch(`${backend.url}/api${path}`, {
          headers: { authorization: `Bearer ${sessionId}` },
        });
        await answer.text();
        if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
        if (round >= 0) latencies.record(now() - startedAt);
      }
    }
  } finally {
    await backend.stop();
  }
  const slowest = Math.max(...byList.map(({ latencies }) => latencies.percentile(0.99)));
  const findings = {
    title: `${rounds} reads of each list of the console, ${members} members and ${reports} reports`,
    table: [['milliseconds', 'p50', 'p99'], ...byList.map(({ name, latencies }) => rowOf(name, latencies))],
    verdicts: [
      {
        criterion: `each list takes at most ${P99_MS} ms at p99`,
        measured: `${slowest.toFixed(1)} ms`,
        isMet: slowest <= P99_MS,
      },
    ],
    raw: Object.fromEntries(byList.map(({ name, latencies }) => [name, latencies])),
  };
  print(findings);
  await writeFindings(
    `${ARTIFACTS}console.json`,
    { at: new Date().toISOString(), quick: options.quick, load },
    [findings],
  );
  if (slowest > P99_MS) process.exitCode = 1;
} finally {
  await stack.stop();
}
