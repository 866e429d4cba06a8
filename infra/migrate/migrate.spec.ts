import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';

const PROGRAM = fileURLToPath(new URL('../dist/migrate/main.js', import.meta.url));

describe('the program of migrations', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('LIV-119 uses the direct address of the database', async () => {
    const env = stack.env();
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], {
      env: {
        ...env,
        LOG_LEVEL: 'info',
        DATABASE_URL: 'postgres://127.0.0.1:1/pooler',
        DATABASE_DIRECT_URL: env['DATABASE_URL'],
      },
    });
    expect(stdout).toContain('Database up to date');
  });
});
