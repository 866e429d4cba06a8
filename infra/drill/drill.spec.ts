import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const DRILL = fileURLToPath(new URL('../dist/drill/main.js', import.meta.url));

it('the drill fails and says why without a Docker engine', () => {
  const { status, stderr } = spawnSync(process.execPath, [DRILL], { env: { PATH: '' }, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'The drill needs a Docker engine with compose, and none answers.\n']);
});
