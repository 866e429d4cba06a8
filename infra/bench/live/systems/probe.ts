import { writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import type { ProbeReply, ProbeRequest } from './probe-messages.js';
import { countedQueries } from './query-count.js';

// Loaded into a server before its own code, so that it can be asked from outside what only it can know. It does nothing
// unasked.

/** Collections, and the time between them, in which V8 gives back what it holds. */
const COLLECTIONS = 3;
const REST_MS = 300;

let profiler: Session | undefined;

async function memory(): Promise<ProbeReply> {
  for (let round = 0; round < COLLECTIONS; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setTimeout(resolve, REST_MS);
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

const ANSWERS: Record<ProbeRequest['ask'], (file: string) => Promise<ProbeReply>> = {
  memory,
  queries: async () => ({ queries: countedQueries() }),
  'profile:start': startProfile,
  'profile:stop': stopProfile,
};

async function reply({ probe, ask, file = 'live.cpuprofile' }: ProbeRequest): Promise<void> {
  process.send?.({ probe, reply: await ANSWERS[ask](file) });
}

process.on('message', (request: ProbeRequest) => void reply(request));
// A run that is broken off takes its servers along.
process.on('disconnect', () => process.exit(1));
