import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TotpFactor } from '@oniverse/data';
import { seal, unseal } from '@oniverse/platform';
import { makeMember, TestStack } from '@oniverse/testing';
import { canOpenSecrets, resealSecrets } from './account-key.js';

describe('the key of accounts', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('is replaced without losing a secret, and a wrong one is noticed', async () => {
    const [old, key, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const { user } = await makeMember(stack.dataSource);
    const factors = stack.dataSource.getRepository(TotpFactor);
    await factors.insert({ userId: user.id, secret: seal('JBSWY3DP', old, user.id) });
    expect(await canOpenSecrets(stack.dataSource, [wrong])).toBe(false);
    expect(await resealSecrets(stack.dataSource, [wrong])).toEqual({ resealed: 0, unopened: 1 });
    expect(await resealSecrets(stack.dataSource, [key, old])).toEqual({ resealed: 1, unopened: 0 });
    expect(await canOpenSecrets(stack.dataSource, [key])).toBe(true);
    const { secret } = await factors.findOneByOrFail({ userId: user.id });
    expect(unseal(secret, [key], user.id)).toBe('JBSWY3DP');
    await expect(resealSecrets(stack.dataSource, [])).rejects.toThrow('ACCOUNT_KEY is not set');
  });
});
