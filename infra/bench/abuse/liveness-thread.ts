import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of LivenessWatch: sends a message when it starts to measure, and the longest wait when asked to stop.

const INTERVAL_MS = 5;

const end = new AbortController();
parentPort?.once('message', () => end.abort());

async function ask(): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${String(workerData)}/api/health/live`);
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}

let longest = 0;
await ask();
parentPort?.postMessage('started', []);
while (!end.signal.aborted) {
  longest = Math.max(longest, await ask());
  await delay(INTERVAL_MS);
}
parentPort?.postMessage(longest, []);
