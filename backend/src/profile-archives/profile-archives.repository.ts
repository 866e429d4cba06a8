import { Injectable } from '@nestjs/common';
import type { SortOrder } from '@oniverse/contracts';
import { ProfileArchive, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { likePattern } from '../queries/like-pattern.js';

export type ProfileArchiveFields = Pick<
  ProfileArchive,
  'capsuleId' | 'title' | 'markdownContent' | 'tags' | 'givenTags' | 'isHidden' | 'isShownPublicly'
>;

export interface ProfileArchivesQuery {
  limit: number;
  cursor?: string;
  sort: SortOrder;
  q?: string;
  tag?: string;
  capsuleId?: string;
  isHidden?: boolean;
}

@Injectable()
export class ProfileArchivesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns a page of a member's archives, with `limit + 1` rows if another page follows. */
  async listByMember(userId: string, query: ProfileArchivesQuery): Promise<ProfileArchive[]> {
    const archives = this.dataSource
      .getRepository(ProfileArchive)
      .createQueryBuilder('archive')
      .where('archive.userId = :userId', { userId });
    const { limit, cursor, sort, q, tag, capsuleId, isHidden } = query;
    if (cursor !== undefined) {
      archives.andWhere(sort === 'newest' ? 'archive.id < :cursor' : 'archive.id > :cursor', { cursor });
    }
    if (q !== undefined) {
      archives.andWhere(
        `(archive.title COLLATE "pg_unicode_fast" ILIKE :pattern
          OR archive.markdownContent COLLATE "pg_unicode_fast" ILIKE :pattern
          OR EXISTS (SELECT 1 FROM unnest(archive.tags) AS tag WHERE tag COLLATE "pg_unicode_fast" ILIKE :pattern))`,
        { pattern: likePattern(q) },
      );
    }
    if (tag !== undefined) archives.andWhere(':tag = ANY(archive.tags)', { tag });
    if (capsuleId !== undefined) archives.andWhere('archive.capsuleId = :capsuleId', { capsuleId });
    if (isHidden !== undefined) archives.andWhere('archive.isHidden = :isHidden', { isHidden });
    return archives
      .orderBy('archive.id', sort === 'newest' ? 'DESC' : 'ASC')
      .limit(limit + 1)
      .getMany();
  }

  /** Returns an archive that must exist. The caller has locked the member's row and checked ownership. */
  async requireById(manager: EntityManager, id: string): Promise<ProfileArchive> {
    return manager.getRepository(ProfileArchive).findOneByOrFail({ id });
  }

  async getProfileText(manager: EntityManager, userId: string): Promise<string> {
    const { profileMarkdown } = await manager
      .getRepository(User)
      .findOneOrFail({ select: { profileMarkdown: true }, where: { id: userId } });
    return profileMarkdown;
  }

  async insert(
    manager: EntityManager,
    userId: string,
    fields: ProfileArchiveFields,
  ): Promise<ProfileArchive> {
    return manager.getRepository(ProfileArchive).save({ userId, ...fields });
  }

  async update(manager: EntityManager, id: string, fields: ProfileArchiveFields): Promise<ProfileArchive> {
    await manager.getRepository(ProfileArchive).update({ id }, fields);
    return this.requireById(manager, id);
  }

  /** Stops showing the member's shown archive. */
  async hideShown(manager: EntityManager, userId: string): Promise<void> {
    await manager
      .getRepository(ProfileArchive)
      .update({ userId, isShownPublicly: true }, { isShownPublicly: false });
  }

  async findShown(userId: string): Promise<ProfileArchive | null> {
    return this.dataSource.getRepository(ProfileArchive).findOneBy({ userId, isShownPublicly: true });
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.getRepository(ProfileArchive).delete({ id });
  }
}
