import { Injectable } from '@nestjs/common';
import {
  type RemoveWaveBody,
  WAVE_MESSAGES,
  type WaveAccountView,
  type WaveList,
  waveSchema,
  type WaveView,
  viewOf,
} from '@oniverse/contracts';
import {
  adjustTagUsage,
  enqueueOutbox,
  OUTBOX_TOPICS,
  publicTagUses,
  recordStaffAction,
  type TagUses,
} from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { authorView, prefixedAuthorView, retryDeadlocks, type StaffSession } from '../../shared/index.js';
import { HeldReleasesService, ServerPublisher } from '../../talk/index.js';
import { PostsService, RepliesService } from '../../writing/index.js';
import { type AfterCommit, MeasuresService } from '../measures/measures.service.js';
import {
  type HeldText,
  type LockedWave,
  type WaveAccountRow,
  type WaveRow,
  WavesRepository,
} from './waves.repository.js';

const RELEASES = 100;

const waveView = ({ is_releasing: isReleasing, ...row }: WaveRow): WaveView =>
  viewOf(waveSchema, {
    ...row,
    is_releasing: isReleasing || undefined,
    decided_by: prefixedAuthorView(row, 'decider'),
  });

const accountView = (row: WaveAccountRow): WaveAccountView => ({
  userId: row.id,
  ...authorView(row),
  texts: row.texts,
  joinedAt: row.joined_at.toISOString(),
});

const decided = (): ProblemError => new ProblemError('already_used', WAVE_MESSAGES.waveDecided);

/** Waves of spam, each of which staff decide about at once. A job of the worker removes and returns messages and replies. */
@Injectable()
export class WavesService {
  constructor(
    private readonly repository: WavesRepository,
    private readonly measures: MeasuresService,
    private readonly publisher: ServerPublisher,
    private readonly held: HeldReleasesService,
    private readonly posts: PostsService,
    private readonly replies: RepliesService,
  ) {}

  /** Newest first. */
  async list(state: WaveList, page: PageQueryDto): Promise<Page<WaveView>> {
    return Page.of(await this.repository.listPage(state, page), page.limit, waveView);
  }

  /** @throws ProblemError `not_found` */
  async get(id: string): Promise<WaveView> {
    const row = await this.repository.find(id);
    if (!row) throw notFound();
    return waveView(row);
  }

  /** Oldest account first. @throws ProblemError `not_found` */
  async listAccounts(id: string, page: PageQueryDto): Promise<Page<WaveAccountView>> {
    await this.get(id);
    return Page.of(await this.repository.listAccounts(id, page), page.limit, accountView);
  }

  /**
   * Suspends the accounts of a wave, and lets a job remove what they wrote. What it held of spared accounts is released.
   * @throws ProblemError `not_found`, `already_used` unless it is open
   */
  async remove(
    staff: StaffSession,
    id: string,
    { reason, sparedIds = [] }: RemoveWaveBody,
  ): Promise<WaveView> {
    await this.runChange(async (manager) => {
      if ((await this.lock(manager, id)).state !== 'open') throw decided();
      const accounts = await this.repository.lockAccounts(manager, id, sparedIds);
      await this.repository.decide(manager, id, 'removing', staff.userId);
      const servers = await this.repository.declineHeld(manager, accounts);
      const tasks: AfterCommit[] = [];
      for (const userId of accounts) {
        const measure = { userId, kind: 'suspended', rule: 'spam', reason } as const;
        tasks.push(...(await this.measures.take(manager, staff, measure)));
      }
      await this.repository.hidePosts(manager, id, accounts);
      await this.startJob(manager, staff, 'wave_removed', id, accounts.length);
      return [...tasks, async () => this.publishQueues(servers)];
    });
    await this.releaseHeld(id, sparedIds);
    return this.get(id);
  }

  /**
   * Ends the suspensions of a removal, and lets a job return what it removed. The wave waits for a decision again.
   * @throws ProblemError `not_found`, `already_used` unless it was removed within the time to undo that
   */
  async undo(staff: StaffSession, id: string): Promise<WaveView> {
    await this.runChange(async (manager) => {
      const { state, isRecent } = await this.lock(manager, id);
      if (state !== 'removing' && state !== 'removed') throw decided();
      if (!isRecent) throw new ProblemError('already_used', WAVE_MESSAGES.waveTooOld);
      const accounts = await this.repository.lockSuspended(manager, id);
      await this.repository.startReturn(manager, id);
      const servers = await this.repository.holdAgain(manager, id);
      await this.showPosts(
        manager,
        id,
        accounts.filter(({ isPublic }) => isPublic).map(({ userId }) => userId),
      );
      const suspensions = accounts.filter(({ isEnded }) => !isEnded);
      const tasks: AfterCommit[] = [];
      for (const { measureId } of suspensions) {
        tasks.push(...((await this.measures.end(manager, staff, measureId)) ?? []));
      }
      await this.startJob(manager, staff, 'wave_returned', id, suspensions.length);
      return [...tasks, async () => this.publishQueues(servers)];
    });
    return this.get(id);
  }

  /**
   * Decides that a wave is no spam, and releases what it held. A repetition releases what an interrupted one did not.
   * @throws ProblemError `not_found`, `already_used` unless it is open or dismissed
   */
  async dismiss(staff: StaffSession, id: string): Promise<WaveView> {
    await this.runChange(async (manager) => {
      const { state } = await this.lock(manager, id);
      if (state === 'dismissed') return [];
      if (state !== 'open') throw decided();
      await this.repository.decide(manager, id, 'dismissed', staff.userId);
      await recordStaffAction(manager, {
        kind: 'wave_dismissed',
        actorId: staff.userId,
        detail: { waveId: id },
      });
      return [];
    });
    await this.releaseHeld(id);
    return this.get(id);
  }

  /** @param userIds the members whose texts are released; all by default */
  private async releaseHeld(id: string, userIds?: readonly string[]): Promise<void> {
    for (;;) {
      const texts = await this.repository.listHeld(id, RELEASES, userIds);
      for (const text of texts) {
        await this.release(text);
        await this.repository.markReleased(text.id);
      }
      if (texts.length < RELEASES) return;
    }
  }

  /**
   * Shows the posts that a removal made private.
   * @param shownIds members whose profiles are shown already, since their suspension ended before: their tags count
   */
  private async showPosts(manager: EntityManager, id: string, shownIds: readonly string[]): Promise<void> {
    const before = await publicTagUses(manager, shownIds);
    await this.repository.showPosts(manager, id);
    const uses = new Map<string, number>();
    const count = ({ tag, uses: number }: TagUses, sign: number) =>
      uses.set(tag, (uses.get(tag) ?? 0) + sign * number);
    for (const use of before) count(use, -1);
    for (const use of await publicTagUses(manager, shownIds)) count(use, 1);
    await adjustTagUsage(manager, [...uses]);
    const topic = OUTBOX_TOPICS.deriveMember;
    await enqueueOutbox(
      manager,
      shownIds.map((subject) => ({ topic, subject })),
    );
  }

  private async lock(manager: EntityManager, id: string): Promise<LockedWave> {
    const wave = await this.repository.lock(manager, id);
    if (!wave) throw notFound();
    return wave;
  }

  private async startJob(
    manager: EntityManager,
    { userId: actorId }: StaffSession,
    kind: 'wave_removed' | 'wave_returned',
    waveId: string,
    accounts: number,
  ): Promise<void> {
    await recordStaffAction(manager, { kind, actorId, detail: { waveId, accounts } });
    await enqueueOutbox(manager, [{ topic: OUTBOX_TOPICS.moveWave, subject: waveId }]);
  }

  /** @param change returns functions to run after the commit */
  private async runChange(change: (manager: EntityManager) => Promise<AfterCommit[]>): Promise<void> {
    const tasks = await retryDeadlocks(async () => this.repository.transaction(change));
    for (const task of tasks) await task();
  }

  private async publishQueues(serverIds: readonly string[]): Promise<void> {
    for (const serverId of serverIds) await this.publisher.publishQueueChanged(serverId);
  }

  private async release({ userId, kind, channelId, subjectId, nonce }: HeldText): Promise<void> {
    if (kind === 'post' && subjectId !== null) await this.posts.release(userId, subjectId);
    else if (kind === 'reply' && subjectId !== null) await this.replies.release(userId, subjectId);
    else if (channelId !== null && nonce !== null) {
      await this.held.releaseSent({ userId, channelId, nonce }).catch(ignoreRefusal);
    }
  }
}

/** What its author can no longer send stays with the staff of the dimension. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code === 'unavailable') throw error;
}
