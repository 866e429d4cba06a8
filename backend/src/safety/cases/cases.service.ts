import { Injectable } from '@nestjs/common';
import {
  CASE_MESSAGES,
  type CloseServerCaseBody,
  may,
  REMOVAL_PERMISSIONS,
  SERVER_ROLES,
  type ServerCaseDetail,
  type ServerCaseView,
  type Standing,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../shared/index.js';
import {
  MembersService,
  MessageChangesService,
  ServerAuditService,
  ServerPublisher,
} from '../../talk/index.js';
import { type CasesPage, CasesRepository, type HandledCases, type LockedCase } from './cases.repository.js';
import { serverCaseDetail, serverCaseView } from './cases.view.js';

/** Returns the cases that a standing may handle: those about members that it may remove. */
const handledBy = (standing: Standing, serverId: string): HandledCases => ({
  serverId,
  roles: SERVER_ROLES.filter((role) => {
    const permission = REMOVAL_PERMISSIONS[role];
    return permission !== null && may(standing, permission);
  }),
});

/**
 * The cases about messages of a dimension, for its owner and moderators. They never learn who reported a message, and do
 * not see cases about the owner, about the dimension, or about each other: those are for the operators of the site.
 */
@Injectable()
export class CasesService {
  constructor(
    private readonly access: AccessService,
    private readonly messages: MessageChangesService,
    private readonly members: MembersService,
    private readonly audit: ServerAuditService,
    private readonly publisher: ServerPublisher,
    private readonly repository: CasesRepository,
  ) {}

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(userId: string, serverId: string, page: CasesPage): Promise<Page<ServerCaseView>> {
    return Page.of(await this.listNext(userId, serverId, page), page.limit, (found) => found);
  }

  /** As `list`, with one more case if there is a next page. */
  async listNext(userId: string, serverId: string, page: CasesPage): Promise<ServerCaseView[]> {
    const standing = await this.access.requireServer(userId, serverId, 'handleReports');
    return (await this.repository.listPage(handledBy(standing, serverId), page)).map(serverCaseView);
  }

  /** @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async find(userId: string, serverId: string, caseId: string): Promise<ServerCaseDetail> {
    const standing = await this.access.requireServer(userId, serverId, 'handleReports');
    const row = await this.repository.find(handledBy(standing, serverId), caseId);
    if (!row) throw notFound();
    return serverCaseDetail(row, await this.repository.listGiven(caseId));
  }

  /**
   * Closes a case, and informs its reporters. Every outcome but `none` deletes the message.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator; `case_closed`
   */
  async close(
    userId: string,
    serverId: string,
    caseId: string,
    body: CloseServerCaseBody,
  ): Promise<ServerCaseDetail> {
    const { outcome, reason } = body;
    const { aboutUserId, publications } = await this.repository.transaction(async (manager) => {
      const { standing, found } = await this.lockOpen(manager, userId, serverId, caseId);
      await this.repository.close(manager, caseId, userId, body);
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: outcome === 'none' ? 'report_dismissed' : 'report_handled',
        subjectId: found.about_user_id,
        detail: { case: String(found.number), ...(reason !== undefined && { reason }) },
      });
      const pending: (() => unknown)[] = [];
      const { about_user_id: aboutUserId } = found;
      if (outcome === 'none') return { aboutUserId, publications: pending };
      if (!found.is_deleted) {
        pending.push(await this.messages.deleteWithin(manager, userId, found.message_id));
      }
      if (outcome !== 'removed' && aboutUserId !== null) {
        const removal = {
          callerId: userId,
          serverId,
          userId: aboutUserId,
          isBan: outcome === 'member_banned',
        };
        pending.push(await this.members.removeWithin(manager, standing, removal));
      }
      return { aboutUserId, publications: pending };
    });
    for (const publish of publications) await publish();
    await this.publisher.publishQueueChanged(serverId, aboutUserId);
    return this.find(userId, serverId, caseId);
  }

  /**
   * Leaves a case to the operators of the site.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator; `case_closed`
   */
  async handOn(userId: string, serverId: string, caseId: string): Promise<ServerCaseDetail> {
    const aboutUserId = await this.repository.transaction(async (manager) => {
      const { found } = await this.lockOpen(manager, userId, serverId, caseId);
      await this.repository.handOn(manager, caseId);
      await this.audit.record(manager, {
        serverId,
        actorId: userId,
        kind: 'report_handed_on',
        subjectId: found.about_user_id,
        detail: { case: String(found.number) },
      });
      return found.about_user_id;
    });
    await this.publisher.publishQueueChanged(serverId, aboutUserId);
    return this.find(userId, serverId, caseId);
  }

  private async lockOpen(
    manager: EntityManager,
    userId: string,
    serverId: string,
    caseId: string,
  ): Promise<{ standing: Standing; found: LockedCase }> {
    const standing = await this.access.lockServer(manager, userId, serverId, 'handleReports');
    const found = await this.repository.lock(manager, handledBy(standing, serverId), caseId);
    if (!found) throw notFound();
    if (!found.is_open) throw new ProblemError('case_closed', CASE_MESSAGES.caseClosed);
    return { standing, found };
  }
}
