import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { HomeStepsBody, HomeView } from '@oniverse/contracts';
import { LOGGER, type Logger } from '@oniverse/platform';
import { LiveService } from '@oniverse/platform/backend';
import { NotificationsService, ReadMarksService } from '../../talk/index.js';
import { findSession } from '../../account/index.js';
import { HomeRepository } from './home.repository.js';

/** How often a backend records that its connected members are here. */
const RECORD_MS = 5 * 60_000;

/** What happened since a member left, and when that was. */
@Injectable()
export class HomeService implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: HomeRepository,
    private readonly readMarks: ReadMarksService,
    private readonly notifications: NotificationsService,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.recordConnected(), RECORD_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async openHome(userId: string): Promise<HomeView> {
    const visit = await this.repository.beginVisit(userId);
    const { left_at: leftAt, since } = visit;
    const [mentions, replies, links, posts, channels, hasNearPosts] = await Promise.all([
      this.repository.listMentions(userId, since),
      this.repository.listReplies(userId, since),
      this.repository.listLinks(userId, since),
      this.repository.listNearPosts(userId, since),
      this.repository.listChannels(userId),
      this.repository.hasNearPosts(userId),
    ]);
    const isNew = leftAt !== null;
    return {
      leftAt: leftAt?.toISOString() ?? null,
      mentions: isNew ? mentions : [],
      replies: isNew ? replies : [],
      links: isNew ? links : [],
      posts: isNew ? posts : [],
      channels,
      hasNearPosts,
      steps: { isDismissed: visit.is_guide_dismissed, sawConstellation: visit.saw_constellation },
    };
  }

  /** Marks all events, all channels of joined servers and the night log as read. @throws ProblemError `rate_limited` */
  async markAllRead(userId: string): Promise<void> {
    const publish = await this.repository.transaction(async (manager) => {
      await this.repository.markEventsRead(manager, userId);
      const publishMarks = await this.readMarks.markAll(manager, userId);
      const publishState = await this.notifications.markAll(manager, userId);
      return async () => {
        await publishMarks();
        await publishState();
      };
    });
    await publish();
  }

  /** Records steps of the guide; undefined ones stay. */
  async recordSteps(userId: string, steps: HomeStepsBody): Promise<void> {
    await this.repository.recordSteps(userId, steps);
  }

  private async recordConnected(): Promise<void> {
    const userIds = new Set([...this.live.sockets()].flatMap((socket) => findSession(socket)?.userId ?? []));
    try {
      await this.repository.recordSeen([...userIds]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Recording who is here failed; the next round repeats it');
    }
  }
}
