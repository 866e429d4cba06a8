import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LogLevelFollower } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import { setLogLevel } from './log-level.js';

describe('setLogLevel', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('OPS-075 sets the level that servers follow, or that of their configuration again', async () => {
    const logger = { level: 'warn' };
    const follower = new LogLevelFollower(stack.dataSource, logger);
    const levelAfter = async (...args: string[]) => {
      await setLogLevel(stack.dataSource, args);
      await follower.follow();
      return logger.level;
    };
    expect(await levelAfter('debug')).toBe('debug');
    expect(await levelAfter('configured')).toBe('warn');
    for (const args of [[], ['loud'], ['info', 'debug']]) {
      await expect(setLogLevel(stack.dataSource, args)).rejects.toThrow(/Give one level: fatal,/);
    }
  });
});
