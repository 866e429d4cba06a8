import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { poolOf } from '@oniverse/data';
import { LOGGER, type Logger, measureDatabase, Metrics } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { DatabaseStateRepository } from './database-state.repository.js';
import { measureReplication } from './replication-metrics.js';

/** How many tables have a label: the largest ones. */
const TABLES = 8;

/** Reports the state of PostgreSQL as far as the role of the product sees it, and the connections of this worker. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
    private readonly repository: DatabaseStateRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    measureDatabase(this.metrics, poolOf(this.dataSource), this.logger);
    const gauge = (name: string, help: string) =>
      this.metrics.gauge(`oniverse_postgres_${name}`, `${help} All workers report the same value.`);
    const connections = gauge('connections', 'Connections of clients to the server.');
    const limit = gauge('connections_max', 'The most connections that the server accepts.');
    const locks = gauge('locks_waiting', 'Locks that a session of the database waits for.');
    const transaction = gauge('oldest_transaction_seconds', 'Age of the oldest open transaction.');
    const bytes = gauge('database_bytes', 'Size of the database on its disk.');
    this.metrics.collectOnScrape([connections, limit, locks, transaction, bytes], async () => {
      const state = await this.repository.getState();
      connections.set(state.connections);
      limit.set(state.connections_max);
      locks.set(state.locks_waiting);
      transaction.set(state.oldest_transaction_seconds);
      bytes.set(state.database_bytes);
    });
    const tableBytes = this.metrics.gauge(
      'oniverse_postgres_table_bytes',
      'Size of each of the largest tables with its indexes. All workers report the same value.',
      ['table'],
    );
    const deadRatio = this.metrics.gauge(
      'oniverse_postgres_dead_rows_ratio',
      'Rows of each of the largest tables that VACUUM has to remove, of all its rows. All workers report the same value.',
      ['table'],
    );
    this.metrics.collectOnScrape([tableBytes, deadRatio], async () => {
      for (const { table, bytes: size, dead_ratio } of await this.repository.listLargestTables(TABLES)) {
        tableBytes.set({ table }, size);
        deadRatio.set({ table }, dead_ratio);
      }
    });
    measureReplication(this.metrics, this.repository);
    const operations = this.metrics.gauge(
      'oniverse_operation_last_success_timestamp_seconds',
      'Time of the last success of what operators run. Absent before the first. All workers report the same value.',
      ['operation'],
    );
    this.metrics.collectOnScrape([operations], async () => {
      for (const { name, seconds } of await this.repository.listOperations())
        operations.set({ operation: name }, seconds);
    });
  }
}
