import { Injectable } from '@nestjs/common';
import { staffAuditSchema, type StaffAuditView, viewOf } from '@oniverse/contracts';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { prefixedAuthorView } from '../../shared/index.js';
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

  /** Newest first. */
  async list(page: PageQueryDto): Promise<Page<StaffAuditView>> {
    return Page.of(await this.repository.listPage(page), page.limit, staffAuditView);
  }
}
