import { Injectable } from '@nestjs/common';
import type { ColumnsOf, MemberRecord, StaffMemberView } from '@oniverse/contracts';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { STAFF_MEMBER_COLUMNS } from '../member-facts/member-facts.service.js';

export type StaffMemberRow = ColumnsOf<StaffMemberView>;
export type OpenSessionRow = ColumnsOf<MemberRecord['openSessions'][number]>;

export interface StaffMembersPage extends Pick<PageQueryDto, 'limit' | 'cursor'> {
  /** The beginning of an Oni ID, a name, an e-mail address or a network. */
  q?: string;
}

/** The last character there is. */
const LAST = 'chr(1114111)';
/** SQL condition that an index of the text can answer: it starts with parameter $1. @param form of the parameter */
const startsWith = (text: string, form = '$1::text'): string =>
  `${text} COLLATE "C" >= ${form} AND ${text} COLLATE "C" < ${form} || ${LAST}`;

/** SQL: the ids of a page of members that meet a condition, newest first. */
const pageWhere = (condition: string): string =>
  `(SELECT id FROM users WHERE ${condition} AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3)`;

/** Each name has its own index. With OR, the planner reads all members if few match, and folds the name of each. */
const NAMED = `member.id IN (${pageWhere(startsWith('username', 'lower($1::text)'))}
  UNION ALL ${pageWhere(startsWith('search_form(display_name)', 'search_form($1::text)'))})`;
const ADDRESSED = startsWith('member.email', 'lower($1::text)');
const CONNECTED = `member.id IN (SELECT user_id FROM sessions WHERE ${startsWith('address', 'lower($1::text)')})`;
const EVERYBODY = '$1::text IS NULL';

/** How a part of a network is written. */
const NETWORK = /^[\da-f.:/]*[.:][\da-f.:/]*$/iu;

function conditionOf(q: string | undefined): string {
  if (q === undefined) return EVERYBODY;
  if (q.includes('@')) return ADDRESSED;
  return NETWORK.test(q) ? CONNECTED : NAMED;
}

@Injectable()
export class StaffMembersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns a page of members, newest first, plus one more row if there is a next page. */
  async listPage({ q, limit, cursor }: StaffMembersPage): Promise<StaffMemberRow[]> {
    return this.dataSource.query(
      `SELECT ${STAFF_MEMBER_COLUMNS} FROM users member
        WHERE ${conditionOf(q)} AND ($2::uuid IS NULL OR member.id < $2)
        ORDER BY member.id DESC LIMIT $3`,
      [q ?? null, cursor ?? null, limit + 1],
    );
  }

  /** Returns the open sessions of a member, last used first. */
  async listSessions(manager: EntityManager, userId: string): Promise<OpenSessionRow[]> {
    return manager.query(
      `SELECT public_id AS id, device, address, created_at, last_seen_at FROM sessions
        WHERE user_id = $1 AND expires_at > now() AND NOT is_restricted ORDER BY last_seen_at DESC`,
      [userId],
    );
  }

  async findUsername(manager: EntityManager, userId: string): Promise<string | undefined> {
    const rows: { username: string }[] = await manager.query('SELECT username FROM users WHERE id = $1', [
      userId,
    ]);
    return rows[0]?.username;
  }
}
