import { Injectable } from '@nestjs/common';
import type { MaintenanceJob } from '@oniverse/platform/worker';
import { DataSource } from 'typeorm';

const ROWS = 500;

/** Repeats `runBatch` until it handles fewer than `size` rows. Returns the total number of rows. */
export async function runInBatches(
  size: number,
  runBatch: (size: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await runBatch(size);
    total += count;
    if (count < size) return total;
  }
}

/** A statement that changes at most $1 rows, and its parameter $2. */
export type BatchStatement = readonly [sql: string, value?: number];

/** Every hour repeats each statement until it changes no further row. */
@Injectable()
export abstract class HourlyStatements implements MaintenanceJob {
  abstract readonly name: string;
  protected abstract readonly statements: readonly BatchStatement[];
  readonly everyMs = 3_600_000;

  constructor(private readonly dataSource: DataSource) {}

  async run(): Promise<number> {
    let total = 0;
    for (const [sql, ...params] of this.statements) {
      total += await runInBatches(ROWS, async (size) => {
        const [, count]: [unknown, number] = await this.dataSource.query(sql, [size, ...params]);
        return count;
      });
    }
    return total;
  }
}
