import { Injectable } from '@nestjs/common';
import type { FilterSet, FilterSetBody } from '@oniverse/contracts';
import { serverOfChannel } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** Callers must lock the server's row before a change. */
/** Where filters apply to a channel. */
export interface FilteredPlace {
  /** Null for a conversation. */
  serverId: string | null;
}

@Injectable()
export class FiltersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns an empty set for a server that never had filters. */
  async find(serverId: string, manager = this.dataSource.manager): Promise<FilterSet> {
    const rows: FilterSet[] = await manager.query(
      `SELECT revision, max_mentions AS "maxMentions", filters FROM server_filters WHERE server_id = $1`,
      [serverId],
    );
    return rows[0] ?? { revision: 0, maxMentions: null, filters: [] };
  }

  /** Stores a set with the revision after the one of the body. */
  async save(
    manager: EntityManager,
    serverId: string,
    { revision, maxMentions, filters }: FilterSetBody,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO server_filters (server_id, revision, max_mentions, filters, changed_at) VALUES ($1, $2, $3, $4, now())
       ON CONFLICT (server_id)
       DO UPDATE SET revision = excluded.revision, max_mentions = excluded.max_mentions, filters = excluded.filters,
                     changed_at = excluded.changed_at`,
      [serverId, revision + 1, maxMentions ?? null, JSON.stringify(filters)],
    );
  }

  /** Returns the revisions of the sets that changed within a time, by server. */
  async listChanged(withinMs: number): Promise<Map<string, number>> {
    const rows: { server_id: string; revision: number }[] = await this.dataSource.query(
      `SELECT server_id, revision FROM server_filters WHERE changed_at > now() - $1 * interval '1 millisecond'`,
      [withinMs],
    );
    return new Map(rows.map((row) => [row.server_id, row.revision]));
  }

  /** Returns the server of a channel or thread, null for a conversation; undefined if it does not exist. */
  async findPlace(channelId: string): Promise<FilteredPlace | undefined> {
    const rows: FilteredPlace[] = await this.dataSource.query(
      `SELECT ${serverOfChannel('channels')} AS "serverId" FROM channels WHERE id = $1`,
      [channelId],
    );
    return rows[0];
  }
}
