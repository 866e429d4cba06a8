import { Injectable } from '@nestjs/common';
import type { ReportKind } from '@oniverse/contracts';
import { isHiddenByStaff } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { ImagesService } from '../../album/index.js';
import { type MemberChange, MemberChanges, retryDeadlocks, type StaffSession } from '../../shared/index.js';
import { MessageChangesService } from '../../talk/index.js';
import { PostsService, RepliesService } from '../../writing/index.js';
import { type AfterCommit, MeasuresService } from './measures.service.js';

/** The transaction of a decision: with the change of the member's content, where it concerns that. */
export interface HidingChange {
  manager: EntityManager;
  change: MemberChange | null;
}

interface ReportedThing {
  kind: ReportKind;
  subjectId: string;
  serverId: string | null;
  aboutUserId: string | null;
}

const OF_MEMBER: ReadonlySet<ReportKind> = new Set(['post', 'reply', 'picture']);

/** Hides what was reported, and shows it again when the measure ends. */
@Injectable()
export class HiddenContent {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: MemberChanges,
    private readonly measures: MeasuresService,
    private readonly messages: MessageChangesService,
    private readonly posts: PostsService,
    private readonly replies: RepliesService,
    private readonly images: ImagesService,
  ) {}

  /**
   * Runs a transaction that may hide a thing. A change of a member's content locks the row of the member first, all others last.
   * @param work returns functions to run after the commit
   * @throws ProblemError `not_found` if the member was erased
   */
  async runChange(
    { kind, aboutUserId }: Pick<ReportedThing, 'kind' | 'aboutUserId'>,
    work: (change: HidingChange) => Promise<AfterCommit[]>,
  ): Promise<void> {
    if (aboutUserId !== null && OF_MEMBER.has(kind)) {
      return this.changeContent(aboutUserId, async (change) => work({ manager: change.manager, change }));
    }
    const tasks = await this.dataSource.transaction(async (manager) => work({ manager, change: null }));
    for (const task of tasks) await task();
  }

  /**
   * Hides a thing from others: deletes a message or a reply, and makes a post or a picture private. The measure itself hides a
   * profile.
   * @returns whether it was public before this and other measures, and functions to run after the commit
   */
  async hide(
    { manager, change }: HidingChange,
    { kind, subjectId, serverId, aboutUserId: authorId }: ReportedThing,
  ): Promise<{ wasPublic: boolean; tasks: AfterCommit[] }> {
    const isEarlier = await this.wasPublicBefore(manager, subjectId);
    const tasks: AfterCommit[] = [];
    let wasPublic = false;
    if (kind === 'message') {
      const publish = await this.messages.deleteForSite(manager, subjectId, { serverId, authorId });
      if (publish) tasks.push(publish);
    } else if (change && kind === 'reply') await this.replies.removeForSite(change, subjectId);
    else if (change && kind === 'post')
      wasPublic = (await this.posts.setShownForSite(change, subjectId, false)) === true;
    else if (change && kind === 'picture')
      wasPublic = (await this.images.setShownForSite(change, subjectId, false)) === true;
    return { wasPublic: wasPublic || isEarlier, tasks };
  }

  /**
   * Ends a measure before its time, and shows again what it hid, unless another measure hides it. Ending it again changes
   * nothing; a message or a reply stays deleted.
   * @throws ProblemError `not_found`; `forbidden` for a measure against staff of the same or a higher role
   */
  async endMeasure(staff: StaffSession, id: string): Promise<void> {
    const hidden = await this.findHidden(id);
    if (!hidden) throw notFound();
    const { userId, kind, subjectId } = hidden;
    await retryDeadlocks(async () =>
      this.changeContent(userId, async (change) => {
        const tasks = await this.measures.end(change.manager, staff, id);
        if (tasks && subjectId !== null) await this.show(change, kind, subjectId);
        return tasks ?? [];
      }),
    );
  }

  private async show(change: MemberChange, kind: ReportKind | null, id: string): Promise<void> {
    const hiding: unknown[] = await change.manager.query(
      `SELECT FROM (SELECT) one WHERE ${isHiddenByStaff('$1')}`,
      [id],
    );
    if (hiding.length > 0) return;
    if (kind === 'post') await this.posts.setShownForSite(change, id, true);
    if (kind === 'picture') await this.images.setShownForSite(change, id, true);
  }

  /** @throws ProblemError `not_found` if the member was erased */
  private async changeContent(
    userId: string,
    work: (change: MemberChange) => Promise<AfterCommit[]>,
  ): Promise<void> {
    try {
      await this.changes.runChange(userId, async (change) => {
        for (const task of await work(change)) change.afterCommit(task);
      });
    } catch (error) {
      // The session that is gone is the member's, not that of the staff.
      if (error instanceof ProblemError && error.code === 'unauthorized') throw notFound();
      throw error;
    }
  }

  private async wasPublicBefore(manager: EntityManager, subjectId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM measures WHERE subject_id = $1 AND kind = 'content_hidden' AND ended_at IS NULL AND was_public`,
      [subjectId],
    );
    return rows.length > 0;
  }

  /** Returns what a measure hides; its subject is null unless it was public before. */
  private async findHidden(
    id: string,
  ): Promise<{ userId: string; kind: ReportKind | null; subjectId: string | null } | undefined> {
    const rows: { userId: string; kind: ReportKind | null; subjectId: string | null }[] =
      await this.dataSource.query(
        `SELECT user_id AS "userId", subject_kind AS kind, CASE WHEN was_public THEN subject_id END AS "subjectId"
           FROM measures WHERE id = $1`,
        [id],
      );
    return rows[0];
  }
}
