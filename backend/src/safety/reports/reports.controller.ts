import { Controller } from '@nestjs/common';
import { createReport, listReports } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ReportsService } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Handles(listReports)
  async list({ session, query }: Received<typeof listReports>) {
    return this.reports.list(session.userId, query);
  }

  @Handles(createReport)
  async create({ session, body }: Received<typeof createReport>) {
    return this.reports.create(session.userId, body);
  }
}
