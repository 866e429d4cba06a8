import { Injectable } from '@nestjs/common';
import { type AppealBody, MEASURE_MESSAGES, type MeasureView } from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccountActivityService } from '../account-activity/account-activity.service.js';
import { MemberChanges, type Origin, type SessionContext } from '../../shared/index.js';
import { measureView } from './measures.view.js';
import { OwnMeasuresRepository } from './own-measures.repository.js';

/** What the staff of the platform did against a member, for that member. */
@Injectable()
export class OwnMeasuresService {
  constructor(
    private readonly repository: OwnMeasuresRepository,
    private readonly activity: AccountActivityService,
    private readonly changes: MemberChanges,
  ) {}

  /** Newest first. */
  async list(userId: string, page: PageQueryDto): Promise<Page<MeasureView>> {
    return Page.of(await this.repository.listPage(userId, page), page.limit, measureView);
  }

  /** @throws ProblemError `not_found` unless the member is suspended */
  async getSuspension(userId: string): Promise<MeasureView> {
    const row = await this.repository.findSuspension(userId);
    if (!row) throw notFound();
    return measureView(row);
  }

  /** @throws ProblemError `not_found` unless the member is suspended; `already_used` after an appeal */
  async appeal(session: SessionContext, { text }: AppealBody, origin: Origin): Promise<MeasureView> {
    const { userId, publicId: sessionId } = session;
    await this.changes.runChange(session, async (change) => {
      const { manager } = change;
      const suspension = await this.repository.findSuspension(userId, manager);
      if (!suspension) throw notFound();
      if (suspension.appeal !== null) {
        throw new ProblemError('already_used', MEASURE_MESSAGES.appealedAlready);
      }
      await this.repository.saveAppeal(manager, suspension.id, text);
      const entry = { userId, kind: 'appealed', origin, sessionId } as const;
      change.afterCommit(await this.activity.record(manager, entry));
    });
    return this.getSuspension(userId);
  }
}
