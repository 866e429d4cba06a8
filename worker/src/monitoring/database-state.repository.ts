import { Injectable } from '@nestjs/common';
import { OPERATIONS } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface DatabaseState {
  connections: number;
  connections_max: number;
  locks_waiting: number;
  oldest_transaction_seconds: number;
  database_bytes: number;
}

export interface StandbyGroup {
  state: string | null;
  count: number;
  lag_seconds: number;
  lag_bytes: number;
}

@Injectable()
export class DatabaseStateRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns what a role without special rights sees: transactions are those of the roles that it is a member of. */
  async getState(): Promise<DatabaseState> {
    const [state]: DatabaseState[] = await this.dataSource.query(
      `SELECT (SELECT coalesce(sum(numbackends), 0)::integer FROM pg_stat_database) AS connections,
              current_setting('max_connections')::integer AS connections_max,
              (SELECT count(*)::integer FROM pg_locks WHERE NOT granted) AS locks_waiting,
              (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8
                 FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend')
                AS oldest_transaction_seconds,
              pg_database_size(current_database())::float8 AS database_bytes`,
    );
    if (!state) throw new Error('PostgreSQL did not describe itself.');
    return state;
  }

  /** Lists tables with their indexes, the largest first. The numbers of rows are PostgreSQL's estimates. */
  async listLargestTables(limit: number): Promise<{ table: string; bytes: number; dead_ratio: number }[]> {
    return this.dataSource.query(
      `SELECT relname::text AS table, pg_total_relation_size(relid)::float8 AS bytes,
              coalesce(n_dead_tup / nullif(n_live_tup + n_dead_tup, 0)::float8, 0) AS dead_ratio
         FROM pg_stat_user_tables WHERE schemaname = 'public' ORDER BY bytes DESC, relname LIMIT $1`,
      [limit],
    );
  }

  /** Lists the receivers of the write-ahead log by state, which is null without pg_read_all_stats. An idle one has no lag. */
  async listStandbyGroups(): Promise<StandbyGroup[]> {
    return this.dataSource.query(
      `SELECT state, count(*)::integer AS count,
              coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 AS lag_seconds,
              coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)), 0)::float8 AS lag_bytes
         FROM pg_stat_replication GROUP BY state`,
    );
  }

  async listSlotGroups(): Promise<{ state: 'active' | 'inactive'; retained_bytes: number }[]> {
    return this.dataSource.query(
      `SELECT CASE WHEN active THEN 'active' ELSE 'inactive' END AS state,
              coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)), 0)::float8 AS retained_bytes
         FROM pg_replication_slots GROUP BY active`,
    );
  }

  async listOperations(): Promise<{ name: string; seconds: number }[]> {
    return this.dataSource.query(
      `SELECT name, extract(epoch FROM succeeded_at)::float8 AS seconds FROM operations WHERE name = ANY($1)`,
      [OPERATIONS],
    );
  }
}
