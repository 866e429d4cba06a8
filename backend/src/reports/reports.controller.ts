import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { REPORTS_PER_DAY, reportSchema, type ReportView, schema } from '@oniverse/contracts';
import { Call, type Page, PageQueryDto } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateReportDto } from './reports.dto.js';
import { ReportsService } from './reports.service.js';

@Controller('reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  @Call({
    summary: 'Lists the reports of the caller, newest first',
    answer: schema.list(reportSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() page: PageQueryDto,
  ): Promise<Page<ReportView>> {
    return this.reports.list(session.userId, page);
  }

  @Post()
  @Call({
    summary: 'Reports something to the staff',
    description: `For anything that the caller may see, except their own; ${REPORTS_PER_DAY} a day. Only the operators of the site learn who reported it. A repetition changes nothing until the case is closed.`,
    status: 201,
    answer: reportSchema,
    problems: ['not_found', 'forbidden'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @Body() body: CreateReportDto,
  ): Promise<ReportView> {
    return this.reports.create(session.userId, body);
  }
}
