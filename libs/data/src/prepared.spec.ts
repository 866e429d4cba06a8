import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { createDataSource } from './data-source.js';
import { queryPrepared } from './prepared.js';

describe('queryPrepared', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it.each([
    { named: true, names: ['stars'] },
    { named: false, names: [] },
  ])('LIV-120 gives statements a name unless a pooler shares sessions: $named', async ({ named, names }) => {
    const dataSource = createDataSource(stack.env()['DATABASE_URL'] ?? '', { poolSize: 1, named });
    await dataSource.initialize();
    try {
      expect(await queryPrepared(dataSource.manager, 'stars', 'SELECT $1::integer AS seen', [7])).toEqual([
        { seen: 7 },
      ]);
      const kept: { name: string }[] = await dataSource.query('SELECT name FROM pg_prepared_statements');
      expect(kept.map(({ name }) => name)).toEqual(names);
    } finally {
      await dataSource.destroy();
    }
  });
});
