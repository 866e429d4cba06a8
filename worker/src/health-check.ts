import { statSync } from 'node:fs';
import { STALE_MS } from './health-times.js';

/**
 * For a container's health check: ends with 0 where the worker of this container is well, with 1 otherwise. It is asked
 * every few seconds, so that it loads nothing of the worker.
 */
function isFresh(file: string | undefined): boolean {
  try {
    return file !== undefined && Date.now() - statSync(file).mtimeMs < STALE_MS;
  } catch {
    return false;
  }
}

process.exitCode = isFresh(process.env['HEALTH_FILE']) ? 0 : 1;
