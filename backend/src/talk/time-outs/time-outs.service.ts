import { Injectable } from '@nestjs/common';
import {
  TIME_OUT_MESSAGES,
  type TimedOutMember,
  timedOutMemberSchema,
  type TimeOutBody,
  type TimeOutView,
  viewOf,
} from '@oniverse/contracts';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import { AccessService } from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import {
  type TimeOutKey,
  type TimeOutRow,
  type TimeOutsPage,
  TimeOutsRepository,
} from './time-outs.repository.js';

const timedOutMemberView = (row: TimeOutRow): TimedOutMember =>
  viewOf(timedOutMemberSchema, { ...row, until: row.until.toISOString() });

/** Sets, ends and lists time-outs. Until the end of a time-out, its member reads but does not write. */
@Injectable()
export class TimeOutsService {
  constructor(
    private readonly access: AccessService,
    private readonly servers: ServersService,
    private readonly repository: TimeOutsRepository,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /** Newest first. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async list(callerId: string, serverId: string, page: TimeOutsPage): Promise<Page<TimedOutMember>> {
    await this.access.requireServer(callerId, serverId, 'manageTimeOuts');
    return Page.of(await this.repository.listPage(serverId, page), page.limit, timedOutMemberView);
  }

  /**
   * Times a member out, or replaces the end and the reason. A message that is being stored is stored before it or refused.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator and the member has no role
   */
  async set(callerId: string, member: TimeOutKey, body: TimeOutBody): Promise<TimeOutView> {
    const { reason } = body;
    const { until, server } = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, callerId, member.serverId, 'manageTimeOuts');
      const role = await this.repository.findRole(manager, member);
      if (role === undefined) throw notFound();
      if (role !== 'member') throw new ProblemError('forbidden', TIME_OUT_MESSAGES.staffTimeOut);
      await this.access.lockChannels(manager, member.serverId);
      const end = (await this.repository.save(manager, member, body)).toISOString();
      await this.audit.record(manager, {
        serverId: member.serverId,
        actorId: callerId,
        kind: 'member_timed_out',
        subjectId: member.userId,
        detail: { reason, until: end },
      });
      return { until: end, server: await this.servers.find(manager, member.userId, member.serverId) };
    });
    if (server) this.publisher.publishChangedTo(member.userId, server);
    return { until, reason };
  }

  /** @throws ProblemError `not_found` without a running one, `forbidden` unless the caller is the owner or a moderator */
  async end(callerId: string, member: TimeOutKey): Promise<void> {
    const server = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, callerId, member.serverId, 'manageTimeOuts');
      if (!(await this.repository.delete(manager, member))) throw notFound();
      await this.audit.record(manager, {
        serverId: member.serverId,
        actorId: callerId,
        kind: 'time_out_ended',
        subjectId: member.userId,
      });
      return this.servers.find(manager, member.userId, member.serverId);
    });
    if (server) this.publisher.publishChangedTo(member.userId, server);
  }
}
