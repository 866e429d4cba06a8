import { Injectable } from '@nestjs/common';
import { LIMITS, type SortOrder } from '@oniverse/contracts';
import { ProfileArchive, User } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import { likePattern } from '../../shared/index.js';

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

  /**
   * Returns a page of a member's archives, up to the one that exceeds `LIMITS.page.bytes`, with `limit + 1` rows if another
   * page follows.
   */
  async listByMember(userId: string, query: ProfileArchivesQuery): Promise<ProfileArchive[]> {
    const { limit, cursor, sort, q, tag, capsuleId, isHidden } = query;
    const repository = this.dataSource.getRepository(ProfileArchive);
    const direction = sort === 'newest' ? 'DESC' : 'ASC';
    const archives = repository
      .createQueryBuilder('archive')
      .select('archive.id', 'id')
      .addSelect(
        `sum(octet_length(archive.markdownContent)) OVER (ORDER BY archive.id ${direction}) - octet_length(archive.markdownContent)`,
        'bytes_before',
      )
      .where('archive.userId = :userId', { userId });
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
    archives.orderBy('archive.id', direction).limit(limit + 1);
    return repository
      .createQueryBuilder('archive')
      .where(
        `archive.id IN (SELECT listed.id FROM (${archives.getQuery()}) listed WHERE listed.bytes_before <= :bytes)`,
        { ...archives.getParameters(), bytes: LIMITS.page.bytes },
      )
      .orderBy('archive.id', direction)
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
