import { Injectable } from '@nestjs/common';
import {
  type AnnouncementBody,
  announcementSchema,
  type AnnouncementView,
  type ListedAnnouncement,
  type RowOf,
} from '@oniverse/contracts';
import { Announcement, columnsOf } from '@oniverse/data';
import type { PageQueryDto } from '@oniverse/platform/backend';
import { DataSource, type EntityManager } from 'typeorm';
import { optionalAuthorColumns, type PrefixedAuthorRow } from '../../shared/index.js';

export type AnnouncementRow = RowOf<AnnouncementView>;
export type ListedAnnouncementRow = RowOf<Omit<ListedAnnouncement, 'createdBy'>> &
  PrefixedAuthorRow<'creator'>;

const COLUMNS = columnsOf(announcementSchema.entries, 'shown');

const valuesOf = ({ title, text, link, startsAt, endsAt }: AnnouncementBody) => ({
  title,
  text: text ?? null,
  link: link ?? null,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
});

@Injectable()
export class AnnouncementsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the one that runs and started last. */
  async findCurrent(): Promise<AnnouncementRow | undefined> {
    const rows: AnnouncementRow[] = await this.dataSource.query(
      `SELECT ${COLUMNS} FROM announcements shown WHERE starts_at <= now() AND ends_at > now()
        ORDER BY starts_at DESC, id DESC LIMIT 1`,
    );
    return rows[0];
  }

  /** Returns a page, newest first, plus one more row if there is a next page. */
  async listPage({
    limit,
    cursor,
  }: Pick<PageQueryDto, 'limit' | 'cursor'>): Promise<ListedAnnouncementRow[]> {
    return this.dataSource.query(
      `SELECT ${COLUMNS}, shown.created_at AS "createdAt", ${optionalAuthorColumns('creator')}
         FROM announcements shown LEFT JOIN users creator ON creator.id = shown.created_by
        WHERE $1::uuid IS NULL OR shown.id < $1 ORDER BY shown.id DESC LIMIT $2`,
      [cursor ?? null, limit + 1],
    );
  }

  async insert(
    manager: EntityManager,
    createdBy: string | null,
    body: AnnouncementBody,
  ): Promise<AnnouncementRow> {
    return manager.getRepository(Announcement).save({ ...valuesOf(body), createdBy });
  }

  /** @returns undefined if there is none */
  async update(
    manager: EntityManager,
    id: string,
    body: AnnouncementBody,
  ): Promise<AnnouncementRow | undefined> {
    const values = valuesOf(body);
    const { affected } = await manager.getRepository(Announcement).update({ id }, values);
    return affected === 1 ? { id, ...values } : undefined;
  }

  /** @returns its title; undefined if there is none */
  async delete(manager: EntityManager, id: string): Promise<string | undefined> {
    const [deleted]: [{ title: string }[], number] = await manager.query(
      'DELETE FROM announcements WHERE id = $1 RETURNING title',
      [id],
    );
    return deleted[0]?.title;
  }
}
