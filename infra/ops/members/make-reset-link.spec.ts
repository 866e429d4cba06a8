import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountActivity, AccountToken, hashLinkToken } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { makeResetLink } from './make-reset-link.js';

const ORIGIN = 'https://oniverse.example';
const MAIN = fileURLToPath(new URL('../../dist/ops/main.js', import.meta.url));

describe('makeResetLink', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('ACC-100 makes a link that works for 30 minutes, and records it', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { url, expiresAt } = await makeResetLink(stack.dataSource, user.username.toUpperCase(), ORIGIN);
    const token = url.split('#')[1] ?? '';
    expect(url).toBe(`${ORIGIN}/link/reset-password#${token}`);
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(30 * 60 * 1000);
    expect(
      await stack.dataSource.getRepository(AccountToken).findOneByOrFail({ hash: hashLinkToken(token) }),
    ).toMatchObject({ purpose: 'reset-password', userId: user.id, email: null });
    expect(
      await stack.dataSource.getRepository(AccountActivity).findOneByOrFail({ userId: user.id }),
    ).toMatchObject({ kind: 'password_reset_requested', address: null, detail: 'by the operator' });
    await expect(makeResetLink(stack.dataSource, 'nobody_here', ORIGIN)).rejects.toThrow(
      'No member has the Oni ID nobody_here.',
    );
  });

  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env });

  it('ACC-100 prints the link at the first public address', async () => {
    const { user } = await makeMember(stack.dataSource);
    const env = { ...stack.env(), PUBLIC_URL: ORIGIN, HOST: '0.0.0.0', LOG_LEVEL: 'info' };
    const printed = run(['members:reset-link', user.username], env);
    expect(printed.stdout).toMatch(/^https:\/\/oniverse\.example\/link\/reset-password#[\w-]{43}\n/);
    expect(printed.status).toBe(0);
    const refused = run(['members:reset-link', 'nobody_here'], env);
    expect([refused.status, refused.stdout]).toEqual([3, '']);
    expect(refused.stderr).toContain('No member has the Oni ID nobody_here.');
  });
});
