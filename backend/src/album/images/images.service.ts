import { Injectable } from '@nestjs/common';
import type {
  AuthoredImageView,
  CreateImageBody,
  ImageView,
  PicturePage,
  UpdateImageBody,
} from '@oniverse/contracts';
import { imageView, OUTBOX_TOPICS } from '@oniverse/data';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import {
  AccessService,
  authoredImageView,
  type MemberChange,
  MemberChanges,
  ObjectsService,
  Quotas,
  requireRow,
} from '../../shared/index.js';
import { type DeletedImage, type ImageFilter, ImagesRepository } from './images.repository.js';
import { picturePageView } from './images.view.js';

@Injectable()
export class ImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly objects: ObjectsService,
    private readonly repository: ImagesRepository,
  ) {}

  async listOwn(userId: string, filter: ImageFilter): Promise<Page<ImageView>> {
    return Page.of(await this.repository.listOwn(userId, filter), filter.limit, imageView);
  }

  /** Returns the pictures a member shows. @throws ProblemError `not_found` */
  async listShown(
    askerId: string,
    username: string,
    page: Pick<ImageFilter, 'cursor' | 'limit' | 'boardId'>,
  ): Promise<Page<ImageView>> {
    const memberId = await this.access.requireVisibleMember(askerId, username);
    return Page.of(await this.repository.listShown(memberId, page), page.limit, imageView);
  }

  /**
   * Returns a picture with its neighbours among those with a tag, else on a board, else of its owner.
   * @param readerId null for a visitor
   * @throws ProblemError `not_found`
   */
  async getPage(
    readerId: string | null,
    id: string,
    { tag, boardId }: { tag?: string; boardId?: string },
  ): Promise<PicturePage> {
    const context = tag === undefined ? (boardId === undefined ? undefined : { boardId }) : { tag };
    const row = await this.repository.findPage(readerId, id, context);
    return picturePageView(requireRow(row));
  }

  /** Returns the pictures with a tag that the reader (null: a visitor, who gets a single page) sees, newest first. */
  async listTagged(
    readerId: string | null,
    tag: string,
    page: PageQueryDto,
  ): Promise<Page<AuthoredImageView>> {
    const rows =
      readerId === null
        ? await this.repository.listTaggedForVisitors(tag, page.limit)
        : await this.repository.listTagged(readerId, tag, page);
    return Page.of(rows, page.limit, authoredImageView);
  }

  /** Requires room in the album. @throws ProblemError `invalid_address`, `not_found`, `quota_reached` */
  async normalize(userId: string, address: string, ownOrigins: readonly string[]): Promise<string> {
    const { manager } = this.dataSource;
    const path = await this.objects.resolve(manager, userId, address, ownOrigins);
    await this.quotas.requireCapacityForPicture(manager, userId, path);
    return path;
  }

  /** @throws ProblemError `invalid_address`, `already_used`, `quota_reached`, `forbidden`, `not_found` */
  async create(userId: string, body: CreateImageBody, ownOrigins: readonly string[]): Promise<ImageView> {
    return this.changes.runChange(userId, async (change) => {
      const { boardId = null, isPublic = true, tags = [] } = body;
      await this.requireOwnBoard(change.manager, userId, boardId);
      const imageUrl = await this.objects.resolve(change.manager, userId, body.imageUrl, ownOrigins);
      await this.objects.markUsed(change.manager, imageUrl);
      await this.quotas.requireCapacityForPicture(change.manager, userId, imageUrl);
      const row = await this.repository.insert(change.manager, userId, {
        imageUrl,
        boardId,
        title: body.title ?? null,
        description: body.description ?? null,
        tags,
        isPublic,
      });
      const image = imageView(requireRow(row));
      change.retag(null, image);
      change.enqueue(OUTBOX_TOPICS.renderImage, image.id);
      return image;
    });
  }

  /** Updates the fields present in the body; an empty body changes nothing. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, id: string, body: UpdateImageBody): Promise<ImageView> {
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      if (Object.values(body).every((value) => value === undefined)) return before;
      await this.requireOwnBoard(change.manager, userId, body.boardId);
      const {
        title = before.title,
        description = before.description,
        tags = before.tags,
        boardId = before.boardId,
      } = body;
      const text = { title, description, tags, boardId };
      const after = imageView(requireRow(await this.repository.update(change.manager, id, text)));
      change.retag(before, after);
      return after;
    });
  }

  /** Hides or shows a picture. @throws ProblemError `forbidden`, also to show what staff have hidden; `not_found` */
  async setVisibility(userId: string, id: string, isPublic: boolean): Promise<ImageView> {
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      if (isPublic && !before.isPublic) await this.access.requireShowable(change.manager, id);
      return this.applyVisibility(change, before, isPublic);
    });
  }

  /**
   * Hides a picture of a member from others, or shows it again, for the staff of the platform.
   * @returns whether that changed it; undefined if it is gone
   */
  async setShownForSite(change: MemberChange, id: string, isPublic: boolean): Promise<boolean | undefined> {
    const row = await this.repository.find(change.manager, id);
    if (!row || row.is_public === isPublic) return row && false;
    await this.applyVisibility(change, imageView(row), isPublic);
    return true;
  }

  /** Deletes a picture and its object. @throws ProblemError `forbidden`, `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      await this.access.requireOwner(change.manager, 'image', userId, id);
      await this.cleanUpDeleted(change, [requireRow(await this.repository.delete(change.manager, id))]);
    });
  }

  async setBoardVisibility(change: MemberChange, boardId: string, isPublic: boolean): Promise<void> {
    for (const { tags } of await this.repository.setBoardVisibility(change.manager, boardId, isPublic)) {
      change.retag({ tags, isPublic: !isPublic }, { tags, isPublic });
    }
  }

  async deleteBoard(change: MemberChange, boardId: string): Promise<void> {
    await this.cleanUpDeleted(change, await this.repository.deleteBoard(change.manager, boardId));
  }

  private async cleanUpDeleted(change: MemberChange, images: readonly DeletedImage[]): Promise<void> {
    for (const { tags, is_public: isPublic } of images) change.retag({ tags, isPublic }, null);
    const paths = images.map(({ image_url: path }) => path);
    if (paths.length === 0) return;
    await this.objects.discard(change.manager, paths);
    change.afterCommit(() => this.objects.removeDiscarded(paths));
  }

  private async applyVisibility(
    change: MemberChange,
    before: ImageView,
    isPublic: boolean,
  ): Promise<ImageView> {
    const row = await this.repository.setVisibility(change.manager, before.id, isPublic);
    const after = imageView(requireRow(row));
    change.retag(before, after);
    return after;
  }

  private async requireOwn(manager: EntityManager, userId: string, id: string): Promise<ImageView> {
    await this.access.requireOwner(manager, 'image', userId, id);
    return imageView(requireRow(await this.repository.find(manager, id)));
  }

  private async requireOwnBoard(
    manager: EntityManager,
    userId: string,
    boardId: string | null | undefined,
  ): Promise<void> {
    if (typeof boardId === 'string') await this.access.requireOwner(manager, 'board', userId, boardId);
  }
}
