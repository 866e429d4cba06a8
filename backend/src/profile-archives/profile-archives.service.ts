import { Injectable } from '@nestjs/common';
import {
  type CreateProfileArchiveBody,
  type ProfileArchiveView,
  tagsOf,
  type UpdateProfileArchiveBody,
} from '@oniverse/contracts';
import type { ProfileArchive } from '@oniverse/data';
import { Page } from '@oniverse/platform/backend';
import { AccessService } from '../access/access.service.js';
import { type MemberChange, MemberChanges, type Tagged } from '../changes/member-changes.js';
import { type ProfileArchivesQuery, ProfileArchivesRepository } from './profile-archives.repository.js';
import { profileArchiveView } from './profile-archives.view.js';

/** An archive is its member's alone. */
const tagged = ({ tags }: ProfileArchive): Tagged => ({ tags, isPublic: false });

/** Snapshots of profiles. */
@Injectable()
export class ProfileArchivesService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly repository: ProfileArchivesRepository,
  ) {}

  /** A page of the member's archives. */
  async list(userId: string, query: ProfileArchivesQuery): Promise<Page<ProfileArchiveView>> {
    return Page.of(await this.repository.pageOf(userId, query), query.limit, profileArchiveView);
  }

  /**
   * Keeps a text, or else the profile's as it is saved.
   * @throws ProblemError `not_found` where the capsule is not the member's
   */
  async create(userId: string, body: CreateProfileArchiveBody): Promise<ProfileArchiveView> {
    const { title, capsuleId = null, tags: givenTags = [], isHidden = false } = body;
    return this.changes.run(userId, async (change) => {
      await this.requireOwnCapsule(change, capsuleId);
      const markdownContent =
        body.markdownContent ?? (await this.repository.profileText(change.manager, userId));
      const tags = tagsOf(givenTags, markdownContent);
      const fields = { capsuleId, title, markdownContent, tags, givenTags, isHidden };
      const archive = await this.repository.insert(change.manager, userId, fields);
      change.retag(null, tagged(archive));
      return profileArchiveView(archive);
    });
  }

  /**
   * Changes what is given. Tags that came from a text go with it.
   * @throws ProblemError `not_found`, also where the capsule is not the member's
   */
  async update(userId: string, id: string, body: UpdateProfileArchiveBody): Promise<ProfileArchiveView> {
    return this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      const { capsuleId = before.capsuleId, title = before.title, isHidden = before.isHidden } = body;
      const { markdownContent = before.markdownContent, tags: givenTags = before.givenTags } = body;
      await this.requireOwnCapsule(change, capsuleId);
      const tags = tagsOf(givenTags, markdownContent);
      const fields = { capsuleId, title, markdownContent, tags, givenTags, isHidden };
      const after = await this.repository.update(change.manager, id, fields);
      change.retag(tagged(before), tagged(after));
      return profileArchiveView(after);
    });
  }

  /** Deletes an archive for good. @throws ProblemError `not_found` */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, async (change) => {
      const before = await this.requireOwn(change, id);
      await this.repository.delete(change.manager, id);
      change.retag(tagged(before), null);
    });
  }

  private async requireOwn({ manager, userId }: MemberChange, id: string): Promise<ProfileArchive> {
    await this.access.requireOwn(manager, 'profileArchive', userId, id);
    return this.repository.held(manager, id);
  }

  private async requireOwnCapsule({ manager, userId }: MemberChange, id: string | null): Promise<void> {
    if (id !== null) await this.access.requireOwn(manager, 'capsule', userId, id);
  }
}
