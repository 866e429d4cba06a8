import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const BENCH = fileURLToPath(new URL('../dist/hotspots/main.js', import.meta.url));

describe('hot spots', () => {
  it.each([
    // A tenth of the members would cost little, even if all were read.
    ['OPS-116', ['--only', 'dimension']],
    ['OPS-116', ['--only', 'reactions', '--quick']],
  ])(
    '%s cost at most three times what something ordinary costs, or little: %j',
    (_requirement, options) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [BENCH, ...options], {
        encoding: 'utf8',
      });
      expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('  pass  no call costs more')]);
    },
    170_000,
  );
});
