import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { ProbeReply, ProbeRequest } from './probe-messages.js';
import { queryCounts } from './query-count.js';

// Preloaded into a server process to answer requests for its memory, queries and CPU profile.

/** V8 releases memory over several garbage collections. */
const COLLECTIONS = 3;
const COLLECTION_INTERVAL_MS = 300;

let profiler: Session | undefined;

async function measureMemory(): Promise<ProbeReply> {
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setTimeout(resolve, COLLECTION_INTERVAL_MS);
    });
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, used: heapUsed + external };
}

async function startProfile(): Promise<ProbeReply> {
  profiler = new Session();
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.start');
  return {};
}

async function stopProfile(file: string): Promise<ProbeReply> {
  if (!profiler) return {};
  const { profile } = await profiler.post('Profiler.stop');
  profiler.disconnect();
  profiler = undefined;
  await writeFile(file, JSON.stringify(profile));
  return {};
}

const HANDLERS: Record<ProbeRequest['kind'], (file: string) => Promise<ProbeReply>> = {
  memory: measureMemory,
  queries: async () => ({ queries: queryCounts() }),
  'profile:start': startProfile,
  'profile:stop': stopProfile,
};

async function reply({ probe, kind, file = 'live.cpuprofile' }: ProbeRequest): Promise<void> {
  process.send?.({ probe, reply: await HANDLERS[kind](file) });
}

process.on('message', (request: ProbeRequest) => void reply(request));
// Exit with the benchmark if it is aborted.
process.on('disconnect', () => process.exit(1));
