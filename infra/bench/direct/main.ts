import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, makeMember } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import { print, writeFindings } from '../live/report.js';

// From infra/bench/dist/direct.
const ARTIFACTS = fileURLToPath(new URL('../../../../artifacts/bench/', import.meta.url));
const FEW = 50;
const MANY = 5_000;
const MESSAGES = 20;
const VISITS = 300;
const WARM_UP = 50;
/** The bound of the ratio: the time with many conversations to the time with few. */
const MAX_RATIO = 1.2;

/**
 * Compares the times of the first page of conversations, for a member with many and for one with few. The visits alternate, so
 * that other load on the machine affects both.
 */
const load = loadavg()[0] ?? 0;
console.log(`Load average before the run: ${load.toFixed(2)} (other load on the machine increases times)`);
await mkdir(ARTIFACTS, { recursive: true });
const stack = await DedicatedTestStack.start({ durable: true });

/** Adds a member with conversations of some messages each, half of which the member has read. @returns the session */
async function addMember(conversations: number): Promise<string> {
  const { user, sessionId } = await makeMember(stack.dataSource);
  await stack.dataSource.query(
    `WITH other AS (
       INSERT INTO users (username, password)
       SELECT 'other_' || $2::integer || '_' || n, '!' FROM generate_series(1, $2) AS n RETURNING id
     ), talk AS (
       INSERT INTO channels (name, is_conversation, last_seq, last_rev)
       SELECT '', true, $3, $3 FROM other RETURNING id
     ), two AS (
       SELECT talk.id AS channel_id, other.id AS other_id
         FROM (SELECT id, row_number() OVER () AS n FROM talk) talk
         JOIN (SELECT id, row_number() OVER () AS n FROM other) other USING (n)
     ), stored AS (
       INSERT INTO conversations (channel_id, is_group, lower_id, higher_id)
       SELECT channel_id, false, least(other_id, $1), greatest(other_id, $1) FROM two
     ), written AS (
       INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce)
       SELECT channel_id, CASE WHEN seq % 2 = 0 THEN $1 ELSE other_id END, seq, seq,
              'Line ' || seq || repeat(' of the conversation', 5), seq::text
         FROM two CROSS JOIN generate_series(1, $3) AS seq RETURNING id, channel_id, seq
     ), read AS (
       INSERT INTO channel_reads (user_id, channel_id, read_seq) SELECT $1, channel_id, $3 / 2 FROM two
     )
     INSERT INTO conversation_members (channel_id, user_id, state, activity_id)
     SELECT two.channel_id, member.id, 'joined', written.id
       FROM two JOIN written ON written.channel_id = two.channel_id AND written.seq = $3
      CROSS JOIN LATERAL (VALUES ($1::uuid), (two.other_id)) AS member (id)`,
    [user.id, conversations, MESSAGES],
  );
  return sessionId;
}

const few = await addMember(FEW);
const many = await addMember(MANY);
await stack.dataSource.query('ANALYZE');
const backend = await BackendProcess.start({ ...stack.env(), RATE_LIMITS: 'off' }, await freePort());

async function timeList(sessionId: string): Promise<number> {
  const startedAt = now();
  const answer = await fetch(`${backend.url}/api/conversations`, {
    headers: { authorization: `Bearer ${sessionId}` },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`The list answered ${answer.status}`);
  return now() - startedAt;
}

const rowOf = (name: string, latencies: Latencies) => [
  name,
  latencies.percentile(0.5).toFixed(2),
  latencies.percentile(0.99).toFixed(2),
];

try {
  const [ofFew, ofMany] = [new Latencies(), new Latencies()];
  for (let visit = -WARM_UP; visit < VISITS; visit += 1) {
    const times = [await timeList(few), await timeList(many)] as const;
    if (visit < 0) continue;
    ofFew.record(times[0]);
    ofMany.record(times[1]);
  }
  const ratio = ofMany.percentile(0.5) / ofFew.percentile(0.5);
  const findings = {
    title: 'The list of conversations',
    table: [
      ['', 'p50 ms', 'p99 ms'],
      rowOf(`${FEW} conversations`, ofFew),
      rowOf(`${MANY} conversations`, ofMany),
    ],
    verdicts: [
      {
        criterion: `${MANY} conversations open in at most ${MAX_RATIO} times the time of ${FEW}`,
        measured: ratio.toFixed(2),
        isMet: ratio <= MAX_RATIO,
      },
    ],
    raw: { few: ofFew.percentile(0.5), many: ofMany.percentile(0.5) },
  };
  print(findings);
  await writeFindings(`${ARTIFACTS}direct.json`, { at: new Date().toISOString(), load }, [findings]);
  if (ratio > MAX_RATIO) process.exitCode = 1;
} finally {
  await backend.stop();
  await stack.stop();
}
