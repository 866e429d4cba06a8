import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plainTextOf } from '@oniverse/markdown';
import { LIMITS } from '@oniverse/contracts';
import { createMigrationSource } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, ESTABLISHED, makeMember } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { cpuOf } from '../live/measure/cpu.js';
import { peakMemoryOf } from '../live/measure/memory.js';
import { print, writeFindings } from '../live/report.js';
import { openSessions } from '../paths/pages.js';
import { populatePaths, type Reader } from '../paths/population.js';
import { QUICK } from '../search/sizes.js';
import { type FloodCost, measureFloods } from './floods.js';
import { LivenessWatch } from './liveness.js';
import { type Abuse, ABUSES, hostileText, type Scene, TAG } from './requests.js';

// From infra/bench/dist/abuse.
const ROOT = new URL('../../../../', import.meta.url);
const ARTIFACTS = fileURLToPath(new URL('artifacts/bench/', ROOT));
const CLIENT_DIR = fileURLToPath(new URL('frontend/dist', ROOT));
const MAX_SILENCE_MS = 250;
const MAX_MB = 300;
/** How much longer a member's calls may take during a flood of socket packets. */
const MAX_SLOWDOWN = 2;
const MB = 1_048_576;
const HOSTILE_POSTS = 30;
/** Members who call during a flood. */
const BYSTANDERS = 20;

interface Cost {
  name: string;
  /** Answers by status, such as `200 × 8`. */
  answers: string;
  cpuSeconds: number;
  bytes: number;
  silenceMs: number;
  peakMb: number;
}

/** Gives a member posts that are as dear as allowed, and shows them to visitors. @returns the id of one */
async function addHostilePosts(source: DataSource, { id }: Reader): Promise<string> {
  await source.query('UPDATE users SET is_public = true, is_visible_to_visitors = true WHERE id = $1', [id]);
  const texts = Array.from({ length: HOSTILE_POSTS }, (_, n) => hostileText(LIMITS.postText.max, n));
  const rows: { id: string }[] = await source.query(
    `INSERT INTO posts (user_id, title, content, markdown_content, tags)
     SELECT $1, repeat('& ', 100), content, markdown, ARRAY[$2] FROM unnest($3::text[], $4::text[]) AS text (content, markdown)
     RETURNING id`,
    [id, TAG, texts.map(plainTextOf), texts],
  );
  return rows[0]?.id ?? '';
}

/** Sends the requests of an abuse at once, and measures what they cost the backend. */
async function measure(
  backend: BackendProcess,
  { name, atOnce, request }: Abuse,
  scene: Scene,
  sessionId: string,
): Promise<Cost> {
  // Sets VmHWM back to the memory in use, see proc_pid_clear_refs(5).
  writeFileSync(`/proc/${backend.pid}/clear_refs`, '5');
  const memory = peakMemoryOf(backend.pid);
  const cpu = cpuOf(backend.pid);
  const watch = await LivenessWatch.start(backend.url);
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async (_, n) => {
      const { path, method = 'GET', body, asMember = false, headers } = request(scene, n);
      const answer = await fetch(`${backend.url}${path}`, {
        method,
        headers: {
          ...(asMember && { authorization: `Bearer ${sessionId}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
    }),
  );
  const silenceMs = await watch.stop();
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  return {
    name: `${name} × ${atOnce}`,
    answers: statuses
      .map((status) => `${status} × ${answers.filter((answer) => answer.status === status).length}`)
      .join(', '),
    cpuSeconds: cpuOf(backend.pid) - cpu,
    bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0),
    silenceMs,
    peakMb: (peakMemoryOf(backend.pid) - memory) / MB,
  };
}

/** Fills the database, and measures the selected requests. */
async function measureAll(
  source: DataSource,
  backend: BackendProcess,
  abuses: readonly Abuse[],
): Promise<Cost[]> {
  if (abuses.length === 0) return [];
  const [author, far, ...senders] = await populatePaths(source, QUICK, abuses.length + 2);
  if (!author || !far) throw new Error('There are too few members.');
  const postId = await addHostilePosts(source, author);
  const sessions = await openSessions(source, senders);
  const costs: Cost[] = [];
  for (const [index, abuse] of abuses.entries()) {
    const sender = senders[index];
    if (!sender) throw new Error('There are too few senders.');
    const scene = { author: author.username, postId, far: far.username, sender: sender.username };
    costs.push(await measure(backend, abuse, scene, sessions.get(sender.id) ?? ''));
  }
  return costs;
}

/**
 * Measures the dearest requests that a visitor or a member may send, and floods of socket packets with the limits on.
 * `--only <text>` selects some by name. Without requests, the database stays empty.
 */
const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } });
await mkdir(ARTIFACTS, { recursive: true });
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);

const stack = await DedicatedTestStack.start({ durable: true });
const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
let costs: Cost[] = [];
let floods: FloodCost[] = [];
try {
  const backend = await BackendProcess.start({ ...stack.env(), CLIENT_DIR }, await freePort());
  try {
    const abuses = ABUSES.filter(({ name }) => name.includes(options.only));
    costs = await measureAll(source, backend, abuses);
  } finally {
    await backend.stop();
  }
  // Floods choose their addresses.
  const limits = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' };
  const limited = await BackendProcess.start({ ...stack.env(), CLIENT_DIR, ...limits }, await freePort());
  try {
    const bystanders = await Promise.all(
      Array.from({ length: BYSTANDERS }, () => makeMember(source, ESTABLISHED)),
    );
    const sessionIds = bystanders.map(({ sessionId }) => sessionId);
    floods = await measureFloods(limited.url, sessionIds, options.only);
  } finally {
    await limited.stop();
  }
} finally {
  await source.destroy();
  await stack.stop();
}

const silent = costs.filter(({ silenceMs }) => silenceMs > MAX_SILENCE_MS);
const large = costs.filter(({ peakMb }) => peakMb > MAX_MB);
const slowing = floods.filter(({ beforeMs, duringMs }) => duringMs > MAX_SLOWDOWN * beforeMs);
const namesOf = (list: readonly { name: string }[]): string =>
  list.map(({ name }) => name).join(', ') || 'none';
const findings = {
  title: `The dearest requests, ${QUICK.members} members and ${QUICK.posts} posts`,
  table: [
    ['requests', 'answers', 'CPU s', 'kB', 'silence ms', 'more memory MB'],
    ...costs.map(({ name, answers, cpuSeconds, bytes, silenceMs, peakMb }) => [
      name,
      answers,
      cpuSeconds.toFixed(2),
      (bytes / 1_000).toFixed(0),
      silenceMs.toFixed(0),
      peakMb.toFixed(0),
    ]),
  ],
  verdicts: [
    {
      criterion: `none silences a backend for more than ${MAX_SILENCE_MS} ms`,
      measured: namesOf(silent),
      isMet: silent.length === 0,
    },
    {
      criterion: `none takes more than ${MAX_MB} MB`,
      measured: namesOf(large),
      isMet: large.length === 0,
    },
  ],
  raw: costs,
};
const floodFindings = {
  title: 'A member beside floods of socket packets from 20 addresses without a session',
  table: [
    ['flood', 'sockets', 'refused', 'packets', 'p99 before ms', 'p99 during ms'],
    ...floods.map(({ name, opened, refused, packets, beforeMs, duringMs }) => [
      name,
      String(opened),
      String(refused),
      String(packets),
      beforeMs.toFixed(1),
      duringMs.toFixed(1),
    ]),
  ],
  verdicts: [
    {
      criterion: `none makes the p99 of another member's calls more than ${MAX_SLOWDOWN} times as long`,
      measured: namesOf(slowing),
      isMet: slowing.length === 0,
    },
  ],
  raw: floods,
};
const all = [findings, floodFindings];
for (const one of all) print(one);
await writeFindings(`${ARTIFACTS}abuse.json`, { at: new Date().toISOString(), load }, all);
if (silent.length + large.length + slowing.length > 0) process.exitCode = 1;
