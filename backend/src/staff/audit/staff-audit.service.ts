import { Injectable } from '@nestjs/common';
import { isAtLeast, staffAuditSchema, type StaffAuditView, viewOf } from '@oniverse/contracts';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { prefixedAuthorView, type StaffSession } from '../../shared/index.js';
import { type StaffAuditRow, StaffAuditRepository } from './staff-audit.repository.js';

const staffAuditView = (row: StaffAuditRow): StaffAuditView =>
  viewOf(staffAuditSchema, {
    ...row,
    actor: prefixedAuthorView(row, 'actor'),
    subject: prefixedAuthorView(row, 'subject'),
  });

/** What the staff of the platform did, for each of them. */
@Injectable()
export class StaffAuditService {
  constructor(private readonly repository: StaffAuditRepository) {}

  /** Newest first. Looks at what is private are for administrators. */
  async list({ staffRole }: StaffSession, page: PageQueryDto): Promise<Page<StaffAuditView>> {
    const rows = await this.repository.listPage(page, isAtLeast(staffRole, 'admin'));
    return Page.of(rows, page.limit, staffAuditView);
  }

  /** Returns what staff did with a case, oldest first. The looks of others are for administrators. */
  async listOfCase(
    manager: EntityManager,
    { userId, staffRole }: StaffSession,
    caseId: string,
  ): Promise<StaffAuditView[]> {
    const lookerId = isAtLeast(staffRole, 'admin') ? null : userId;
    return (await this.repository.listOfCase(manager, caseId, lookerId)).map(staffAuditView);
  }
}
