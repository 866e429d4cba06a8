import { Injectable } from '@nestjs/common';
import type { CreateImageBody, ImageView, UpdateImageBody } from '@oniverse/contracts';
import { imageView, OUTBOX_TOPICS } from '@oniverse/data';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { type MemberChange, MemberChanges } from '../changes/member-changes.js';
import { ObjectsService } from '../objects/objects.service.js';
import { found } from '../queries/found.js';
import { type ImageFilter, ImagesRepository, type ImageTraces } from './images.repository.js';

/** The pictures of members' albums. */
@Injectable()
export class ImagesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly objects: ObjectsService,
    private readonly repository: ImagesRepository,
  ) {}

  /** The member's own, hidden ones too. */
  async page(userId: string, filter: ImageFilter): Promise<Page<ImageView>> {
    return Page.of(await this.repository.page(userId, filter), filter.limit, imageView);
  }

  /** What the member of that name shows. @throws ProblemError `not_found` */
  async pageOfMember(askerId: string, username: string, page: PageQueryDto): Promise<Page<ImageView>> {
    const memberId = await this.access.requireVisibleMember(askerId, username);
    return Page.of(await this.repository.visiblePage(memberId, page), page.limit, imageView);
  }

  /** The path of an upload of one's own. @throws ProblemError `invalid_address`, `not_found` */
  async normalize(userId: string, address: string, ownOrigins: readonly string[]): Promise<string> {
    return this.objects.resolve(this.dataSource.manager, userId, address, ownOrigins);
  }

  /**
   * Makes a picture of an upload, which nothing else can then be made of; its renditions come later.
   * @throws ProblemError `invalid_address`, `already_used`, `forbidden`, `not_found`
   */
  async create(userId: string, body: CreateImageBody, ownOrigins: readonly string[]): Promise<ImageView> {
    return this.changes.run(userId, async (change) => {
      const { boardId = null, isPublic = true, tags = [] } = body;
      await this.requireOwnBoard(change.manager, userId, boardId);
      const imageUrl = await this.objects.resolve(change.manager, userId, body.imageUrl, ownOrigins);
      await this.objects.use(change.manager, imageUrl);
      const row = await this.repository.insert(change.manager, userId, {
        imageUrl,
        boardId,
        title: body.title ?? null,
        description: body.description ?? null,
        tags,
        isPublic,
      });
      const image = imageView(found(row));
      change.retag(null, image);
      change.later(OUTBOX_TOPICS.imageCreated, image.id);
      return image;
    });
  }

  /** What the body leaves out stays; without anything in it nothing changes. @throws ProblemError `forbidden`, `not_found` */
  async update(userId: string, id: string, body: UpdateImageBody): Promise<ImageView> {
    return this.changes.run(userId, async (change) => {
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
      const after = imageView(found(await this.repository.update(change.manager, id, text)));
      change.retag(before, after);
      return after;
    });
  }

  /** Hides or shows a picture. @throws ProblemError `forbidden`, `not_found` */
  async show(userId: string, id: string, isPublic: boolean): Promise<ImageView> {
    return this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change.manager, userId, id);
      const after = imageView(found(await this.repository.show(change.manager, id, isPublic)));
      change.retag(before, after);
      return after;
    });
  }

  /** Takes a picture away, with its object. @throws ProblemError `forbidden`, `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, async (change) => {
      await this.access.requireOwn(change.manager, 'image', userId, id);
      await this.clearAway(change, [found(await this.repository.delete(change.manager, id))]);
    });
  }

  /** Hides or shows all that is on a board of the member's. */
  async showBoard(change: MemberChange, boardId: string, isPublic: boolean): Promise<void> {
    for (const { tags } of await this.repository.showBoard(change.manager, boardId, isPublic)) {
      change.retag({ tags, isPublic: !isPublic }, { tags, isPublic });
    }
  }

  /** Takes away all that is on a board of the member's, with their objects. */
  async deleteBoard(change: MemberChange, boardId: string): Promise<void> {
    await this.clearAway(change, await this.repository.deleteBoard(change.manager, boardId));
  }

  /** What deleted pictures leave behind: their tags' counts and their objects. */
  private async clearAway(change: MemberChange, images: readonly ImageTraces[]): Promise<void> {
    for (const { tags, is_public: isPublic } of images) change.retag({ tags, isPublic }, null);
    const paths = images.map(({ image_url: path }) => path);
    if (paths.length === 0) return;
    await this.objects.discard(change.manager, paths);
    change.afterCommit(() => this.objects.removeDiscarded(paths));
  }

  private async requireOwn(manager: EntityManager, userId: string, id: string): Promise<ImageView> {
    await this.access.requireOwn(manager, 'image', userId, id);
    return imageView(found(await this.repository.find(manager, id)));
  }

  private async requireOwnBoard(
    manager: EntityManager,
    userId: string,
    boardId: string | null | undefined,
  ): Promise<void> {
    if (typeof boardId === 'string') await this.access.requireOwn(manager, 'board', userId, boardId);
  }
}
