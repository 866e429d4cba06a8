import { useEffect, useState } from 'react';
import type { CodePart, HighlightRequest } from './highlight.js';

/** Longer code keeps the colour of the text. */
const MAX_CHARACTERS = 20_000;
/** Code that takes longer was written to do so, and keeps the colour of the text. */
const TIMEOUT_MS = 2_000;
/** Results kept for blocks that come into view again. */
const MAX_RESULTS = 100;

interface Job extends HighlightRequest {
  key: string;
  listeners: Set<(parts: readonly CodePart[]) => void>;
}

const results = new Map<string, readonly CodePart[]>();
const waiting = new Map<string, Job>();
let worker: Worker | undefined;
let running: { job: Job; timer: ReturnType<typeof setTimeout> } | undefined;

const keyOf = ({ text, language = '' }: HighlightRequest): string => `${language}\n${text}`;

function storeResult(key: string, parts: readonly CodePart[]): void {
  const [oldest] = results.keys();
  if (results.size >= MAX_RESULTS && oldest !== undefined) results.delete(oldest);
  results.set(key, parts);
}

function finish(parts: readonly CodePart[]): void {
  if (!running) return;
  const { job, timer } = running;
  clearTimeout(timer);
  running = undefined;
  storeResult(job.key, parts);
  for (const listener of job.listeners) listener(parts);
  startNext();
}

function stopWorker(): void {
  worker?.terminate();
  worker = undefined;
}

/** The worker could not be loaded. Code that waits keeps the colour of the text; code shown later tries again. */
function giveUp(): void {
  stopWorker();
  clearTimeout(running?.timer);
  running = undefined;
  waiting.clear();
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<CodePart[]>) => finish(data));
  started.addEventListener('error', giveUp);
  return started;
}

/** One block at a time, so that the time limit is that of a block. */
function startNext(): void {
  const [job] = waiting.values();
  if (running || !job) return;
  waiting.delete(job.key);
  try {
    worker ??= startWorker();
  } catch {
    // The browser has no workers.
    giveUp();
    return;
  }
  const timer = setTimeout(() => {
    stopWorker();
    finish([{ text: job.text }]);
  }, TIMEOUT_MS);
  running = { job, timer };
  worker.postMessage({ text: job.text, language: job.language } satisfies HighlightRequest, []);
}

/** Calls `listener` when the colours are known. Returns a function that cancels this. */
function requestColours(request: HighlightRequest, listener: (parts: readonly CodePart[]) => void) {
  const key = keyOf(request);
  const current = running?.job.key === key ? running.job : waiting.get(key);
  const job = current ?? { ...request, key, listeners: new Set() };
  job.listeners.add(listener);
  if (!current) waiting.set(key, job);
  startNext();
  return () => {
    job.listeners.delete(listener);
    if (job.listeners.size === 0) waiting.delete(key);
  };
}

/** Returns code split by colour, once a worker has found the colours; undefined until then, and for long code. */
export function useCodeColours(text: string, language: string | undefined): readonly CodePart[] | undefined {
  const key = keyOf({ text, language });
  const [found, setFound] = useState<{ key: string; parts: readonly CodePart[] }>();
  const parts = found?.key === key ? found.parts : results.get(key);
  const isWanted = parts === undefined && text.length <= MAX_CHARACTERS;
  useEffect(() => {
    if (!isWanted) return undefined;
    return requestColours({ text, language }, (received) => setFound({ key, parts: received }));
  }, [isWanted, key, text, language]);
  return parts;
}
