import { Injectable } from '@nestjs/common';
import type { SortOrder } from '@oniverse/contracts';
import { ProfileArchive, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { likePattern } from '../queries/like-pattern.js';

/** What an archive holds. */
export type ProfileArchiveFields = Pick<
  ProfileArchive,
  'capsuleId' | 'title' | 'markdownContent' | 'tags' | 'givenTags' | 'isHidden'
>;

/** Which archives of a member. */
export interface ProfileArchivesQuery {
  limit: number;
  cursor?: string;
  sort: SortOrder;
  q?: string;
  tag?: string;
  capsuleId?: string;
  isHidden?: boolean;
}

/** Every query on profile archives. */
@Injectable()
export class ProfileArchivesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** A page of a member's archives, and one more where there is more. */
  async pageOf(userId: string, query: ProfileArchivesQuery): Promise<ProfileArchive[]> {
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

  /** An archive that is there, since the change holds its member's row. */
  async held(manager: EntityManager, id: string): Promise<ProfileArchive> {
    return manager.getRepository(ProfileArchive).findOneByOrFail({ id });
  }

  /** The text of the member's profile, as it is saved. */
  async profileText(manager: EntityManager, userId: string): Promise<string> {
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
    return this.held(manager, id);
  }

  async delete(manager: EntityManager, id: string): Promise<void> {
    await manager.getRepository(ProfileArchive).delete({ id });
  }
}
