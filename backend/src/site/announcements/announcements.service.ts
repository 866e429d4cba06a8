import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  ANNOUNCEMENT_MESSAGES,
  type AnnouncementBody,
  announcementSchema,
  type AnnouncementView,
  type CurrentAnnouncement,
  type ListedAnnouncement,
  listedAnnouncementSchema,
  viewOf,
} from '@oniverse/contracts';
import { invalidField, isOutage, LOGGER, type Logger, notFound } from '@oniverse/platform';
import { LIVE_PACE, LiveService, Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { MaintenanceService, prefixedAuthorView } from '../../shared/index.js';
import { type ListedAnnouncementRow, AnnouncementsRepository } from './announcements.repository.js';

const CHANGED_TOPIC = 'announcements:changed';
const NOTHING: CurrentAnnouncement = { announcement: null, maintenance: null };

const listedAnnouncement = (row: ListedAnnouncementRow): ListedAnnouncement =>
  viewOf(listedAnnouncementSchema, { ...row, createdBy: prefixedAuthorView(row, 'creator') });

/**
 * Publishes what is announced, with the maintenance that runs or comes next, to all sockets, also to those of visitors. Each backend publishes to its own. Other backends receive
 * a hint, and all look again every few seconds: an announcement starts and ends by itself, and a hint can be lost.
 */
@Injectable()
export class AnnouncementsService implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private read: { current: Promise<CurrentAnnouncement>; until: number } | undefined;
  /** What the sockets of this process were shown last, as JSON. */
  private shown = JSON.stringify(NOTHING);

  constructor(
    private readonly repository: AnnouncementsRepository,
    private readonly maintenance: MaintenanceService,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED_TOPIC, () => void this.check());
    this.timer = setInterval(() => void this.check(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Every page asks, so the answer may be some seconds old. An event follows if it is. */
  async get(): Promise<CurrentAnnouncement> {
    return this.read && performance.now() < this.read.until ? this.read.current : this.readCurrent();
  }

  /** Newest first. */
  async list(page: PageQueryDto): Promise<Page<ListedAnnouncement>> {
    return Page.of(await this.repository.listPage(page), page.limit, listedAnnouncement);
  }

  /** @throws ProblemError `validation_failed` if it ends before it starts, or has ended */
  async create(
    manager: EntityManager,
    createdBy: string | null,
    body: AnnouncementBody,
  ): Promise<AnnouncementView> {
    requireTimes(body);
    return viewOf(announcementSchema, await this.repository.insert(manager, createdBy, body));
  }

  /** @throws ProblemError `not_found`; `validation_failed` if it ends before it starts, or has ended */
  async update(manager: EntityManager, id: string, body: AnnouncementBody): Promise<AnnouncementView> {
    requireTimes(body);
    const row = await this.repository.update(manager, id, body);
    if (!row) throw notFound();
    return viewOf(announcementSchema, row);
  }

  /** @returns its title @throws ProblemError `not_found` */
  async delete(manager: EntityManager, id: string): Promise<string> {
    const title = await this.repository.delete(manager, id);
    if (title === undefined) throw notFound();
    return title;
  }

  /** Publishes a change on all backends. Call it after the commit. */
  async publishChanged(): Promise<void> {
    this.live.publishHint(CHANGED_TOPIC, {});
    await this.check();
  }

  private async readCurrent(): Promise<CurrentAnnouncement> {
    const current = this.findCurrent();
    this.read = { current, until: performance.now() + LIVE_PACE.headCheckMs };
    current.catch(() => {
      this.read = undefined;
    });
    return current;
  }

  private async findCurrent(): Promise<CurrentAnnouncement> {
    const [row, maintenance] = await Promise.all([this.repository.findCurrent(), this.maintenance.get()]);
    return { announcement: row ? viewOf(announcementSchema, row) : null, maintenance };
  }

  private async check(): Promise<void> {
    this.read = undefined;
    if (this.live.socketCount === 0) return;
    try {
      const current = await this.readCurrent();
      const shown = JSON.stringify(current);
      if (shown !== this.shown) this.live.publishToAll('announcement:changed', current);
      this.shown = shown;
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Reading announcements failed; retrying');
    }
  }
}

function requireTimes({ startsAt, endsAt }: AnnouncementBody): void {
  if (Date.parse(endsAt) <= Math.max(Date.parse(startsAt), Date.now())) {
    throw invalidField('endsAt', ANNOUNCEMENT_MESSAGES.announcementEndsFirst);
  }
}
