import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// The thread of LivenessWatch: sends a message when it starts to measure, and the longest wait when asked to stop.

const INTERVAL_MS = 5;

let longest = 0;
let isWatching = true;
parentPort?.once('message', () => {
  isWatching = false;
});

async function ask(): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${String(workerData)}/api/health/live`);
  await answer.arrayBuffer();
  return performance.now() - startedAt;
}

await ask();
parentPort?.postMessage('started');
while (isWatching) {
  longest = Math.max(longest, await ask());
  await delay(INTERVAL_MS);
}
parentPort?.postMessage(longest);
