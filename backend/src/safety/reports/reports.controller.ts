import { Controller } from '@nestjs/common';
import { createReport, type InputOf, listReports, type ReportView } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ReportsService } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Handles(listReports)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listReports>,
  ): Promise<Page<ReportView>> {
    return this.reports.list(session.userId, query);
  }

  @Handles(createReport)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createReport>,
  ): Promise<ReportView> {
    return this.reports.create(session.userId, body);
  }
}
