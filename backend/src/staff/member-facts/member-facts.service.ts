import { Injectable } from '@nestjs/common';
import { type ColumnsOf, type MemberFacts, memberFactsSchema, viewOf } from '@oniverse/contracts';
import { isSuspended } from '@oniverse/data';
import type { EntityManager } from 'typeorm';
import { authorColumns } from '../../shared/index.js';

/** The columns of a member in the lists of the console, on a row `member`. */
export const STAFF_MEMBER_COLUMNS = `member.id, ${authorColumns('member')}, member.created_at, member.staff_role,
  ${isSuspended('member.id')} AS is_suspended`;

/** SQL: the files of the album, and those of messages, posts and replies, in bytes. */
const STORED = `
  coalesce((SELECT picture_bytes FROM member_usage WHERE user_id = member.id), 0)::float8 AS picture_bytes,
  (SELECT coalesce(sum(size), 0)::float8 FROM attachments WHERE user_id = member.id) AS file_bytes`;

const FACTS = `
  member.email_verified_at IS NOT NULL AS is_verified, member.is_public,
  EXISTS (SELECT FROM passkeys WHERE user_id = member.id)
    OR EXISTS (SELECT FROM totp_factors WHERE user_id = member.id AND confirmed_at IS NOT NULL) AS has_factor, ${STORED},
  (SELECT count(*)::integer FROM sessions
    WHERE user_id = member.id AND expires_at > now() AND NOT is_restricted) AS sessions,
  (SELECT count(*)::integer FROM cases WHERE about_user_id = member.id) AS cases,
  (SELECT count(*)::integer FROM measures WHERE user_id = member.id) AS measures`;

/** What staff see of a member beside a case. */
@Injectable()
export class MemberFactsService {
  async find(manager: EntityManager, userId: string): Promise<MemberFacts | null> {
    const rows: ColumnsOf<MemberFacts>[] = await manager.query(
      `SELECT ${STAFF_MEMBER_COLUMNS}, ${FACTS} FROM users member WHERE member.id = $1`,
      [userId],
    );
    return rows[0] ? viewOf(memberFactsSchema, rows[0]) : null;
  }
}
