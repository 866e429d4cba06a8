import { statfs } from 'node:fs/promises';
import { type Check, type Finding, ok, problem, warning } from './finding.js';

const LOW = 0.2;
const FULL = 0.05;

async function checkDisk(path: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(path);
  const left = `${path} has ${((bavail * bsize) / 1_024 ** 3).toFixed(1)} GB left, ${Math.round((100 * bavail) / blocks)} %.`;
  const advice = 'Grow the disk, or remove what is not needed: docker image prune, older backups.';
  if (bavail / blocks < FULL) return problem(left, advice);
  return bavail / blocks < LOW ? warning(left, advice) : ok(left);
}

/**
 * Checks the free space of disks that this process sees. The root of a container is on the disk of the engine, which usually
 * has the volumes of the servers, too.
 */
export const disksCheck = (paths: readonly string[]): Check => ({
  name: 'disks',
  advice: 'Mount the folder, and let the user of this command read it.',
  run: async () => Promise.all(paths.map(checkDisk)),
});
