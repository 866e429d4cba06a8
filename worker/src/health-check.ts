import { statSync } from 'node:fs';
import { STALE_MS } from './health-times.js';

/** Exits with 0 if the worker is healthy, else with 1. Runs every few seconds, so it loads nothing of the worker. */
function isFresh(file: string | undefined): boolean {
  try {
    return file !== undefined && Date.now() - statSync(file).mtimeMs < STALE_MS;
  } catch {
    return false;
  }
}

process.exitCode = isFresh(process.env['HEALTH_FILE']) ? 0 : 1;
