import { Injectable } from '@nestjs/common';
import type { ColumnsOf, ServerAuditDetail, ServerAuditKind, ServerAuditView } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export interface NewAuditEntry {
  serverId: string;
  /** Null for the staff of the platform. */
  actorId: string | null;
  kind: ServerAuditKind;
  subjectId?: string | null;
  channelId?: string;
  detail?: ServerAuditDetail;
}

export type AuditRow = ColumnsOf<Omit<ServerAuditView, 'actor' | 'subject'>> &
  PrefixedAuthorRow<'actor'> &
  PrefixedAuthorRow<'subject'>;

@Injectable()
export class ServerAuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    manager: EntityManager,
    { serverId, actorId, kind, subjectId, channelId, detail }: NewAuditEntry,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO server_audit (server_id, actor_id, kind, subject_id, channel_id, detail)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [serverId, actorId, kind, subjectId ?? null, channelId ?? null, detail ?? {}],
    );
  }

  /** Returns a page of a server's entries, newest first, plus one more row if there is a next page. */
  async listPage(
    serverId: string,
    { limit, cursor }: Pick<PageQueryDto, 'limit' | 'cursor'>,
  ): Promise<AuditRow[]> {
    return this.dataSource.query(
      `SELECT entry.id, entry.kind, entry.channel_id, entry.detail, entry.created_at,
              ${optionalAuthorColumns('actor')}, ${optionalAuthorColumns('subject')}
         FROM server_audit entry
         LEFT JOIN users actor ON actor.id = entry.actor_id LEFT JOIN users subject ON subject.id = entry.subject_id
        WHERE entry.server_id = $1 AND ($2::uuid IS NULL OR entry.id < $2) ORDER BY entry.id DESC LIMIT $3`,
      [serverId, cursor ?? null, limit + 1],
    );
  }
}
