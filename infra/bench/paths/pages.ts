import { createHash, randomBytes } from 'node:crypto';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, type DedicatedTestStack } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { Latencies, now } from '../live/measure/latency.js';
import { wordAt } from '../search/population.js';
import type { Reader } from './population.js';

const WARM_UP_ROUNDS = 2;
/** A table with more rows is large. */
const LARGE = 10_000;
/** Not checked: the totals of the network count all members and links once a minute. */
const COUNTED = ['users', 'connections'];

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

export interface Visits {
  byPage: { name: string; latencies: Latencies }[];
  /** The calls of the home page. */
  byCall: Map<string, Latencies>;
  reference: Latencies;
  /** Large tables that were read whole. */
  scanned: string[];
}

/** Signs members in. @returns their session ids, by id */
export async function openSessions(
  source: DataSource,
  readers: readonly Reader[],
): Promise<Map<string, string>> {
  const sessions = new Map(readers.map(({ id }) => [id, randomBytes(32).toString('base64url')]));
  await source.query(
    `INSERT INTO sessions (id, user_id, expires_at)
     SELECT id, user_id, now() + interval '30 days' FROM unnest($1::text[], $2::uuid[]) AS s (id, user_id)`,
    [[...sessions.values()].map((id) => createHash('sha256').update(id).digest('hex')), [...sessions.keys()]],
  );
  return sessions;
}

/** Returns how often each large table was read whole, by sessions that have ended. */
async function countScans(source: DataSource): Promise<Map<string, number>> {
  const rows: { relname: string; seq_scan: number }[] = await source.query(
    'SELECT relname, seq_scan::integer FROM pg_stat_user_tables WHERE n_live_tup > $1',
    [LARGE],
  );
  return new Map(rows.map(({ relname, seq_scan: scans }) => [relname, scans]));
}

/** Opens each page once a round for each reader, one call after another. */
export async function visitPages(
  stack: DedicatedTestStack,
  source: DataSource,
  readers: readonly Reader[],
  rounds: number,
): Promise<Visits> {
  const sessions = await openSessions(source, readers);
  const before = await countScans(source);
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
  const reference = new Latencies();
  const byPage = Object.entries(PAGES).map(([name, page]) => ({ name, page, latencies: new Latencies() }));
  const byCall = new Map<string, Latencies>();
  try {
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      for (const [index, reader] of readers.entries()) {
        const other = readers[(index + 1 + Math.abs(round)) % readers.length] ?? reader;
        for (const { name, page, latencies } of byPage) {
          let sum = 0;
          for (const path of page(reader, other, Math.abs(round) * readers.length + index)) {
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
  } finally {
    await backend.stop();
  }
  const after = await countScans(source);
  const scanned = [...after.keys()].filter(
    (table) => !COUNTED.includes(table) && (after.get(table) ?? 0) > (before.get(table) ?? 0),
  );
  return { byPage: byPage.map(({ name, latencies }) => ({ name, latencies })), byCall, reference, scanned };
}
