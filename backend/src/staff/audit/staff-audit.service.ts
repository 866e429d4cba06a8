import { Injectable } from '@nestjs/common';
import { isAtLeast, staffAuditSchema, type StaffAuditView, viewOf } from '@oniverse/contracts';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
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

  /** Newest first. Only administrators see who looked at what is private. */
  async list({ staffRole }: StaffSession, page: PageQueryDto): Promise<Page<StaffAuditView>> {
    const rows = await this.repository.listPage(page, isAtLeast(staffRole, 'admin'));
    return Page.of(rows, page.limit, staffAuditView);
  }
}
