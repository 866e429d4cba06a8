import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { SOCKET_INPUT } from '@oniverse/contracts';
import { Latencies, now } from '../live/measure/latency.js';

const SOCKETS = 20;
const FLOOD_MS = 8_000;
const WARM_UP_MS = 2_000;
/** Members do not call without a pause. */
const PAUSE_MS = 5;
/** A call that every open page repeats. */
const CALL = '/api/notifications/state';

export interface FloodData {
  url: string;
  sockets: number;
  packet: string;
}

/** Returns an event of nested brackets, the dearest thing to decode, of a length in bytes. */
const brackets = (bytes: number): string => {
  const depth = Math.floor((bytes - 10) / 2);
  return `42["x",${'['.repeat(depth)}${']'.repeat(depth)}]`;
};

const FLOODS = [
  { name: '60 kB of brackets', packet: brackets(60_000) },
  { name: '1 kB of brackets', packet: brackets(SOCKET_INPUT.visitors.packetBytes) },
] as const;

export interface FloodCost {
  name: string;
  opened: number;
  refused: number;
  packets: number;
  /** The 99th percentile of other members' calls before and during the flood, in milliseconds. */
  beforeMs: number;
  duringMs: number;
}

/** Calls one after another for a time, the members in turn, so that none meets a limit. @returns how long they took */
async function call(url: string, sessionIds: readonly string[], forMs: number): Promise<Latencies> {
  const latencies = new Latencies();
  const end = performance.now() + forMs;
  for (let n = 0; performance.now() < end; n += 1) {
    const sessionId = sessionIds[n % sessionIds.length] ?? '';
    const startedAt = now();
    const answer = await fetch(`${url}${CALL}`, { headers: { authorization: `Bearer ${sessionId}` } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${CALL}: ${answer.status}`);
    latencies.record(now() - startedAt);
    await delay(PAUSE_MS);
  }
  return latencies;
}

/**
 * Sends floods of socket packets without a session from some addresses, each in a thread, and measures the calls of members.
 * @param only measures floods whose name includes it
 */
export async function measureFloods(
  url: string,
  sessionIds: readonly string[],
  only: string,
): Promise<FloodCost[]> {
  const costs: FloodCost[] = [];
  for (const { name: of, packet } of FLOODS) {
    const name = `flood of sockets: ${of} × ${SOCKETS}`;
    if (!name.includes(only)) continue;
    await call(url, sessionIds, WARM_UP_MS);
    const before = await call(url, sessionIds, FLOOD_MS);
    const workerData: FloodData = { url, sockets: SOCKETS, packet };
    const flood = new Worker(new URL('flood-thread.js', import.meta.url), { workerData });
    await once(flood, 'online');
    const during = await call(url, sessionIds, FLOOD_MS);
    flood.postMessage('stop', []);
    const [counts]: Pick<FloodCost, 'opened' | 'refused' | 'packets'>[] = await once(flood, 'message');
    await flood.terminate();
    costs.push({
      name,
      opened: counts?.opened ?? 0,
      refused: counts?.refused ?? 0,
      packets: counts?.packets ?? 0,
      beforeMs: before.percentile(0.99),
      duringMs: during.percentile(0.99),
    });
  }
  return costs;
}
