import { Injectable } from '@nestjs/common';
import {
  LOOK_MS,
  may,
  type Permission,
  QUEUE_KINDS,
  type QueueEntry,
  type QueueFilter,
  type QueueKind,
  ROOMS,
} from '@oniverse/contracts';
import { LivePublisher, notFound } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccessService } from '../../shared/index.js';
import { ApplicationsService, HeldMessagesService } from '../../talk/index.js';
import { CasesService } from '../cases/cases.service.js';
import { QueueRepository } from './queue.repository.js';

/** Who decides about entries of each kind. */
const KIND_PERMISSIONS: Record<QueueKind, Permission> = {
  report: 'handleReports',
  held: 'manageFilters',
  application: 'manageApplications',
};

type PageOf = Pick<PageQueryDto, 'limit' | 'cursor'>;
/** Returns a page of a kind, newest first, with one more entry if there is a next page. */
type ListKind = (callerId: string, serverId: string, page: PageOf) => Promise<QueueEntry[]>;

/** What waits for the staff of a server, and who of them looks at it. Looks are not stored: clients drop them when they expire. */
@Injectable()
export class QueueService {
  constructor(
    private readonly access: AccessService,
    private readonly cases: CasesService,
    private readonly heldMessages: HeldMessagesService,
    private readonly applications: ApplicationsService,
    private readonly repository: QueueRepository,
    private readonly live: LivePublisher,
  ) {}

  private readonly lists: Record<QueueKind, ListKind> = {
    report: async (callerId, serverId, page) => {
      const cases = await this.cases.listNext(callerId, serverId, { ...page, state: 'open' });
      return cases.map((report) => ({ id: report.id, kind: 'report', report }));
    },
    held: async (callerId, serverId, page) => {
      const messages = await this.heldMessages.listWaiting(callerId, serverId, page);
      return messages.map((held) => ({ id: held.id, kind: 'held', held }));
    },
    application: async (callerId, serverId, page) => {
      const applications = await this.applications.listWaiting(callerId, serverId, page);
      return applications.map((application) => ({ id: application.id, kind: 'application', application }));
    },
  };

  /**
   * Newest first: the ids of all kinds are in the order of their creation, so one cursor serves them all.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator
   */
  async list(
    callerId: string,
    serverId: string,
    { kind, ...page }: PageOf & { kind: QueueFilter },
  ): Promise<Page<QueueEntry>> {
    const kinds = kind === 'all' ? await this.kindsFor(callerId, serverId) : [kind];
    const entries: QueueEntry[] = [];
    for (const one of kinds) entries.push(...(await this.lists[one](callerId, serverId, page)));
    entries.sort((one, other) => (one.id < other.id ? 1 : -1));
    return Page.of(entries, page.limit, (entry) => entry);
  }

  /** Returns what the caller may decide about: in an archived server, nothing that would add to it. */
  private async kindsFor(callerId: string, serverId: string): Promise<QueueKind[]> {
    const standing = await this.access.requireServer(callerId, serverId, 'handleReports');
    return QUEUE_KINDS.filter((kind) => may(standing, KIND_PERMISSIONS[kind]));
  }

  /**
   * Publishes that a member looks at an entry for the next `LOOK_MS`.
   * @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator
   */
  async look(userId: string, serverId: string, entryId: string): Promise<void> {
    await this.publishLook(userId, serverId, entryId, Date.now() + LOOK_MS);
  }

  /** Publishes an expired look. @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async leave(userId: string, serverId: string, entryId: string): Promise<void> {
    await this.publishLook(userId, serverId, entryId, Date.now() - 1);
  }

  private async publishLook(userId: string, serverId: string, entryId: string, until: number): Promise<void> {
    await this.access.requireServer(userId, serverId, 'handleReports');
    const look = await this.repository.findLook(userId, serverId, entryId);
    if (!look) throw notFound();
    const { username, watchers } = look;
    this.live.publish('queue:looked', watchers.map(ROOMS.user), {
      serverId,
      entryId,
      userId,
      username,
      until: new Date(until).toISOString(),
    });
  }
}
