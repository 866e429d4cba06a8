import { Injectable } from '@nestjs/common';
import {
  type CreateProfileArchiveBody,
  profileArchiveSchema,
  type ProfileArchiveView,
  type ShownSnapshot,
  shownSnapshotSchema,
  type UpdateProfileArchiveBody,
  viewOf,
} from '@oniverse/contracts';
import type { ProfileArchive } from '@oniverse/data';
import { combineTags } from '@oniverse/markdown';
import { notFound, RateLimits } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import {
  AccessService,
  countWriting,
  type MemberChange,
  MemberChanges,
  Quotas,
  type Tagged,
} from '../../shared/index.js';
import { type ProfileArchivesQuery, ProfileArchivesRepository } from './profile-archives.repository.js';

const profileArchiveView = (archive: ProfileArchive): ProfileArchiveView =>
  viewOf(profileArchiveSchema, archive);

/** Archives are always private. */
const toTagged = ({ tags }: ProfileArchive): Tagged => ({ tags, isPublic: false });

@Injectable()
export class ProfileArchivesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: ProfileArchivesRepository,
    private readonly limits: RateLimits,
  ) {}

  async list(userId: string, query: ProfileArchivesQuery): Promise<Page<ProfileArchiveView>> {
    return Page.of(await this.repository.listByMember(userId, query), query.limit, profileArchiveView);
  }

  /**
   * Archives a text, or the current profile text if none is given.
   * @throws ProblemError `not_found` if the member does not own the capsule, `quota_reached`, `rate_limited`
   */
  async create(userId: string, body: CreateProfileArchiveBody): Promise<ProfileArchiveView> {
    const { title, capsuleId = null, tags: givenTags = [], isHidden = false } = body;
    await countWriting(this.limits, userId);
    return this.changes.runChange(userId, async (change) => {
      await this.requireOwnCapsule(change, capsuleId);
      await this.quotas.requireCapacity(change.manager, 'profileArchives', userId);
      const markdownContent =
        body.markdownContent ?? (await this.repository.getProfileText(change.manager, userId));
      const tags = combineTags(givenTags, markdownContent);
      const fields = { capsuleId, title, markdownContent, tags, givenTags, isHidden, isShownPublicly: false };
      const archive = await this.repository.insert(change.manager, userId, fields);
      change.retag(null, toTagged(archive));
      return profileArchiveView(archive);
    });
  }

  /**
   * Returns the snapshot that a member shows publicly.
   * @param askerId `null` for a visitor
   * @throws ProblemError `not_found`
   */
  async getShown(askerId: string | null, username: string): Promise<ShownSnapshot> {
    const id = await this.access.requireVisibleMember(askerId, username);
    const archive = await this.repository.findShown(id);
    if (!archive) throw notFound();
    return viewOf(shownSnapshotSchema, archive);
  }

  /**
   * Updates the given fields. New text replaces the tags found in the old text. Shows at most one archive publicly.
   * @throws ProblemError `not_found`, also if the member does not own the capsule; `rate_limited` for new text or tags
   */
  async update(userId: string, id: string, body: UpdateProfileArchiveBody): Promise<ProfileArchiveView> {
    if (body.markdownContent !== undefined || body.tags !== undefined)
      await countWriting(this.limits, userId);
    return this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      const { capsuleId = before.capsuleId, title = before.title, isHidden = before.isHidden } = body;
      const { markdownContent = before.markdownContent, tags: givenTags = before.givenTags } = body;
      await this.requireOwnCapsule(change, capsuleId);
      const tags = combineTags(givenTags, markdownContent);
      const isShownPublicly = !isHidden && (body.isShownPublicly ?? before.isShownPublicly);
      if (isShownPublicly) await this.repository.hideShown(change.manager, userId);
      const fields = { capsuleId, title, markdownContent, tags, givenTags, isHidden, isShownPublicly };
      const after = await this.repository.update(change.manager, id, fields);
      change.retag(toTagged(before), toTagged(after));
      return profileArchiveView(after);
    });
  }

  /** @throws ProblemError `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.runChange(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(toTagged(before), null);
    });
  }

  private async requireOwn({ manager, userId }: MemberChange, id: string): Promise<ProfileArchive> {
    await this.access.requireOwner(manager, 'profileArchive', userId, id);
    return this.repository.requireById(manager, id);
  }

  private async requireOwnCapsule({ manager, userId }: MemberChange, id: string | null): Promise<void> {
    if (id !== null) await this.access.requireOwner(manager, 'capsule', userId, id);
  }
}
