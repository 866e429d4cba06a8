import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { ByteKeys } from './byte-keys.js';
import { copyRows, idText } from './copied-rows.js';

describe('rows that are copied', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('come whole, however they are cut on their way', async () => {
    const rows: unknown[] = [];
    await copyRows(
      stack.dataSource,
      `SELECT n, repeat('é', n * 40), n % 2 = 0, CASE WHEN n % 3 > 0 THEN n - 3 END FROM generate_series(1, 2000) AS n`,
      4,
      (row) => {
        rows.push([row.int(0), row.text(1).length, row.bool(2), row.isNull(3) ? null : row.int(3)]);
      },
    );
    expect(rows).toEqual(
      Array.from({ length: 2_000 }, (_, place) => {
        const n = place + 1;
        return [n, n * 40, n % 2 === 0, n % 3 > 0 ? n - 3 : null];
      }),
    );
  });

  it('may be none', async () => {
    let rows = 0;
    await copyRows(stack.dataSource, 'SELECT id FROM users', 1, () => {
      rows += 1;
    });
    expect(rows).toBe(0);
  });

  it('fail where the query does', async () => {
    await expect(
      copyRows(stack.dataSource, 'SELECT 1 / (n - 500) FROM generate_series(1, 1000) AS n', 1, () => {}),
    ).rejects.toThrow('division by zero');
  });

  it('have ids that read as PostgreSQL writes them, each of one number', async () => {
    const ids = new ByteKeys();
    const written: string[] = [];
    await copyRows(
      stack.dataSource,
      'SELECT id, id::text FROM (SELECT uuidv4() AS id FROM generate_series(1, 5000)) AS made',
      2,
      (row) => {
        expect(ids.find(row.bytes, row.start(0), row.end(0))).toBe(-1);
        expect(ids.add(row.bytes, row.start(0), row.end(0))).toBe(written.length);
        expect(ids.add(row.bytes, row.start(0), row.end(0))).toBe(written.length);
        written.push(row.text(1));
      },
    );
    expect(Array.from({ length: ids.length }, (_, number) => idText(ids.at(number)))).toEqual(written);
    const last = ids.at(4_999);
    expect(ids.find(last, 0, last.length)).toBe(4_999);
  });
});
