import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const BENCH = fileURLToPath(new URL('../dist/hotspots/main.js', import.meta.url));

describe('hot spots', () => {
  it('OPS-116 cost at most three times what something ordinary costs, or little', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [BENCH, '--quick', '--only', 'reactions'],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('  pass  no call costs more')]);
  }, 170_000);
});
