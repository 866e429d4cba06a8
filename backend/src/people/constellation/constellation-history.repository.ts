import { Injectable } from '@nestjs/common';
import { listedFor } from '@oniverse/data';
import { DataSource } from 'typeorm';

export interface MemberNumber {
  id: string;
  node_number: number;
}

export interface MemberWeeks {
  user_id: string;
  /** See `visitLinkWeeks`. */
  links: Buffer;
  /** The weeks since the newest one of `links`. */
  age: number;
}

export interface PresentLink {
  from_user_id: string;
  to_user_id: string;
  created_at: Date;
}

@Injectable()
export class ConstellationHistoryRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns those of the members who are listed for the reader now. Links lead to public members only. */
  async listMembers(userIds: readonly string[], readerId: string): Promise<MemberNumber[]> {
    return this.dataSource.query(
      `SELECT owner.id, owner.node_number FROM users owner
        WHERE owner.id = ANY($1::uuid[]) AND owner.is_public AND ${listedFor('owner', '$2')} ORDER BY owner.id`,
      [userIds, readerId],
    );
  }

  /** Returns the weeks of the links that the members kept. @param monday of the present week */
  async listWeeks(userIds: readonly string[], monday: string): Promise<MemberWeeks[]> {
    return this.dataSource.query(
      `SELECT user_id, links, ($2::date - newest_week) / 7 AS age FROM link_weeks WHERE user_id = ANY($1::uuid[])`,
      [userIds, monday],
    );
  }

  /** Returns the present links of a member with the given members. */
  async listLinksOf(userId: string, otherIds: readonly string[]): Promise<PresentLink[]> {
    return this.dataSource.query(
      `SELECT from_user_id, to_user_id, created_at FROM connections
        WHERE from_user_id = $1 AND to_user_id = ANY($2::uuid[])
        UNION ALL
       SELECT from_user_id, to_user_id, created_at FROM connections
        WHERE to_user_id = $1 AND from_user_id = ANY($2::uuid[])`,
      [userId, otherIds],
    );
  }

  /** Returns present links between the members, at most `limit`. */
  async listLinksBetween(userIds: readonly string[], limit: number): Promise<PresentLink[]> {
    return this.dataSource.query(
      `SELECT from_user_id, to_user_id, created_at FROM connections
        WHERE from_user_id = ANY($1::uuid[]) AND to_user_id = ANY($1::uuid[]) LIMIT $2`,
      [userIds, limit],
    );
  }
}
