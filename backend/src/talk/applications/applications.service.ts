import { Injectable } from '@nestjs/common';
import {
  APPLICATION_LIMITS,
  APPLICATION_MESSAGES,
  type ApplicationAnswer,
  type ApplicationBody,
  applicationSchema,
  type ApplicationView,
  type DeclineBody,
  isOpenToVisitors,
  type OwnApplication,
  type QuestionsBody,
  type ServerAuditDetail,
  type ServerAuditKind,
  type ServerView,
  viewOf,
} from '@oniverse/contracts';
import { enqueueOutbox, notifyEntry } from '@oniverse/data';
import { notFound, ProblemError, type RateLimit, RateLimits } from '@oniverse/platform';
import { type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, requireRow } from '../../shared/index.js';
import { MembersService } from '../members/members.service.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService, withoutMemberFields } from '../servers/servers.service.js';
import { type ApplicationRow, ApplicationsRepository } from './applications.repository.js';

/** Low: after each change, every backend checks again who may read the channels of the dimension. */
const QUESTION_LIMIT: RateLimit = { name: 'questions', points: 10, seconds: 60 };
const APPLICATION_LIMIT: RateLimit = { name: 'applications', points: 20, seconds: 60 * 60 };

type PageOf = Pick<PageQueryDto, 'limit' | 'cursor'>;

const applicationView = (row: ApplicationRow): ApplicationView => viewOf(applicationSchema, row);

/** An application, and who decides about it. */
export interface ApplicationPlace {
  callerId: string;
  serverId: string;
  id: string;
}

/** The questions of public servers, and the applications that answer them. Only their authors and staff see those. */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly limits: RateLimits,
    private readonly servers: ServersService,
    private readonly members: MembersService,
    private readonly repository: ApplicationsRepository,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /**
   * Replaces the questions. With the first ones, those who have not joined stop reading at once; without any, they may join.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator, or for a private server
   */
  async setQuestions(callerId: string, serverId: string, { questions }: QuestionsBody): Promise<ServerView> {
    await this.access.requireServer(callerId, serverId, 'manageApplications');
    await this.limits.consume(QUESTION_LIMIT, callerId);
    const { server, published } = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, callerId, serverId, 'manageApplications');
      const current = requireRow(await this.servers.find(manager, callerId, serverId));
      if (isSame(current.questions, questions)) return { server: current, published: undefined };
      if (!current.isPublic) throw new ProblemError('forbidden', APPLICATION_MESSAGES.onlyPublic);
      const channelIds = await this.access.lockChannels(manager, serverId);
      await this.servers.setQuestions(manager, serverId, questions);
      const applicantIds = questions.length === 0 ? await this.repository.deleteAll(manager, serverId) : [];
      await this.audit.record(manager, { serverId, actorId: callerId, kind: 'questions_changed' });
      return {
        server: requireRow(await this.servers.find(manager, callerId, serverId)),
        published: { applicantIds, closedIds: isOpenToVisitors(current) ? channelIds : [] },
      };
    });
    if (published) {
      const { applicantIds, closedIds } = published;
      const shared = withoutMemberFields(server);
      await (closedIds.length > 0
        ? this.publisher.publishReadersChanged(shared, closedIds)
        : this.publisher.publishChanged(shared));
      if (applicantIds.length > 0) {
        this.publisher.publishApplicationsEnded(shared, applicantIds);
        await this.publisher.publishQueueChanged(serverId);
      }
    }
    return server;
  }

  /**
   * Stores an application, which waits for staff.
   * @throws ProblemError `not_found`; `forbidden` if the server takes none from the caller, or had one lately; `quota_reached`;
   * `precondition_failed` if it asks other questions
   */
  async apply(userId: string, serverId: string, { answers }: ApplicationBody): Promise<ServerView> {
    await this.limits.consume(APPLICATION_LIMIT, userId);
    const server = await this.changes.runChange(userId, async ({ manager }) => {
      await this.access.lockServer(manager, userId, serverId, 'applyToServer');
      const current = requireRow(await this.servers.find(manager, userId, serverId));
      requireAnswers(current.questions, answers);
      requireTurn(current.application);
      const { waiting: max } = APPLICATION_LIMITS;
      if ((await this.repository.countWaiting(manager, userId)) >= max) {
        throw new ProblemError('quota_reached', APPLICATION_MESSAGES.tooManyApplications({ max }));
      }
      await this.repository.insert(manager, serverId, userId, answers);
      return requireRow(await this.servers.find(manager, userId, serverId));
    });
    await this.publishOwn(userId, serverId, server);
    return server;
  }

  /** @throws ProblemError `not_found` if no application of the caller waits */
  async withdraw(userId: string, serverId: string): Promise<void> {
    const server = await this.repository.transaction(async (manager) => {
      if (!(await this.repository.withdraw(manager, serverId, userId))) throw notFound();
      return this.servers.find(manager, userId, serverId);
    });
    await this.publishOwn(userId, serverId, server);
  }

  /**
   * Returns a page of those that wait, newest first, with one more if there is a next page.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator
   */
  async listWaiting(callerId: string, serverId: string, page: PageOf): Promise<ApplicationView[]> {
    await this.access.requireServer(callerId, serverId, 'manageApplications');
    return (await this.repository.listWaiting(serverId, page)).map(applicationView);
  }

  /** Makes the applicant a member. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async accept(place: ApplicationPlace): Promise<void> {
    const { applicantId, result: admission } = await this.decide(
      place,
      'application_accepted',
      async (manager, userId) => {
        if (!(await this.repository.accept(manager, place.id))) throw notFound();
        return this.members.admit(manager, userId, place.serverId, false);
      },
    );
    await this.members.publishAdmission(applicantId, admission);
    await this.publisher.publishQueueChanged(place.serverId);
  }

  /** @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async decline(place: ApplicationPlace, { word }: DeclineBody): Promise<void> {
    const { applicantId, result: server } = await this.decide(
      place,
      'application_declined',
      async (manager, userId) => {
        if (!(await this.repository.decline(manager, place.id, word ?? null))) throw notFound();
        return this.servers.find(manager, userId, place.serverId);
      },
      word === undefined ? {} : { reason: word },
    );
    await this.publishOwn(applicantId, place.serverId, server);
  }

  /** Runs a decision in a transaction that has locked the applicant and the server, and records it. */
  private async decide<T>(
    { callerId, serverId, id }: ApplicationPlace,
    kind: ServerAuditKind,
    decide: (manager: EntityManager, applicantId: string) => Promise<T>,
    detail: ServerAuditDetail = {},
  ): Promise<{ applicantId: string; result: T }> {
    await this.access.requireServer(callerId, serverId, 'manageApplications');
    return this.repository.transaction(async (manager) => {
      const applicantId = await this.repository.lockApplicant(manager, serverId, id);
      if (applicantId === undefined) throw notFound();
      await this.access.lockServer(manager, callerId, serverId, 'manageApplications');
      const result = await decide(manager, applicantId);
      await this.audit.record(manager, { serverId, actorId: callerId, kind, subjectId: applicantId, detail });
      const cause = { kind: 'application', serverId, userId: applicantId, applicationId: id } as const;
      await enqueueOutbox(manager, [notifyEntry(cause)]);
      return { applicantId, result };
    });
  }

  /** @param server as the applicant sees it; undefined if operators made it private since */
  private async publishOwn(userId: string, serverId: string, server: ServerView | undefined): Promise<void> {
    if (server) this.publisher.publishChangedTo(userId, server);
    await this.publisher.publishQueueChanged(serverId);
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);

function requireAnswers(questions: readonly string[], answers: readonly ApplicationAnswer[]): void {
  const answered = answers.map(({ question }) => question);
  if (!isSame(questions, answered)) {
    throw new ProblemError('precondition_failed', APPLICATION_MESSAGES.questionsChanged);
  }
}

/** Refuses a second application while one waits, and soon after one was declined. */
function requireTurn(application: OwnApplication | null): void {
  if (application?.state === 'waiting') {
    throw new ProblemError('forbidden', APPLICATION_MESSAGES.alreadyApplied);
  }
  if (application?.againAt && Date.parse(application.againAt) > Date.now()) {
    throw new ProblemError('forbidden', APPLICATION_MESSAGES.appliedLately);
  }
}
