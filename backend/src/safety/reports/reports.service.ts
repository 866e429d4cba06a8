import { Injectable } from '@nestjs/common';
import {
  type CreateReportBody,
  REPORT_MESSAGES,
  REPORTS_PER_DAY,
  reportSchema,
  type ReportView,
  viewOf,
} from '@oniverse/contracts';
import { notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { NewAccounts, requireRow } from '../../shared/index.js';
import { ServerPublisher } from '../../talk/index.js';
import { PictureCopies } from './picture-copies.js';
import { type ReportRow, ReportsRepository } from './reports.repository.js';
import { findSubject, type Subject } from './subjects.js';

const REPORT_LIMIT: RateLimit = { name: 'reports', points: REPORTS_PER_DAY, seconds: 86_400 };

const reportView = (row: ReportRow): ReportView => viewOf(reportSchema, row);

/** Reports of members. Nobody learns from it whether a hidden thing exists. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly repository: ReportsRepository,
    private readonly copies: PictureCopies,
    private readonly limits: RateLimits,
    private readonly publisher: ServerPublisher,
    private readonly newAccounts: NewAccounts,
  ) {}

  /** Returns the caller's own reports, newest first. */
  async list(userId: string, page: PageQueryDto): Promise<Page<ReportView>> {
    return Page.of(await this.repository.listOwn(userId, page), page.limit, reportView);
  }

  /**
   * Reports a thing that the caller may see. While its case is open, a repetition answers the first report.
   * Every report whose content differs keeps it, and the first one that finds a copy of the picture takes it.
   * @throws ProblemError `not_found`; `forbidden` for something of the caller; `rate_limited`, `account_too_new`
   */
  async create(userId: string, body: CreateReportBody): Promise<ReportView> {
    await this.newAccounts.count(userId, { reports: 1 });
    await this.limits.consume(REPORT_LIMIT, userId);
    const { imageUrl } = await this.requireSubject(this.repository.manager, userId, body);
    const copy =
      imageUrl === null || (await this.repository.hasCopy(body.kind, body.subjectId))
        ? null
        : await this.copies.create(userId, imageUrl);
    const { subject, report } = await this.repository.transaction(async (manager) => {
      const subject = await this.requireSubject(manager, userId, body);
      const { id, hasCopy } = await this.repository.openCase(manager, body, subject);
      if (!hasCopy && copy !== null) {
        await this.repository.setSnapshotObject(manager, id, await this.copies.take(manager, copy));
      }
      const { files } = subject.snapshot;
      if (files) await this.repository.keepFiles(manager, id, files);
      await this.repository.insert(manager, id, {
        ...body,
        reporterId: userId,
        snapshot: subject.snapshot,
      });
      const report = reportView(requireRow(await this.repository.findOwn(manager, id, userId)));
      return { subject, report };
    });
    if (body.kind === 'message' && subject.serverId !== null) {
      await this.publisher.publishQueueChanged(subject.serverId, subject.aboutUserId);
    }
    return report;
  }

  private async requireSubject(
    manager: EntityManager,
    userId: string,
    { kind, subjectId }: CreateReportBody,
  ): Promise<Subject> {
    const subject = await findSubject(manager, userId, kind, subjectId);
    if (!subject) throw notFound();
    if (subject.isOwn) throw new ProblemError('forbidden', REPORT_MESSAGES.ownReport);
    return subject;
  }
}
