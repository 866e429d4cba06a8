import { Inject, Injectable } from '@nestjs/common';
import { type StorageLimitBody, type StorageUsage, storageUsageSchema, viewOf } from '@oniverse/contracts';
import { CONFIG } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { type BackendConfig, MIB } from '../../config.js';
import { requireRow } from '../../shared/index.js';
import { type Actor, StaffChanges } from '../audit/staff-changes.js';
import { type StoragePage, type StorageRow, StorageRepository } from './storage.repository.js';

/** What members store, and limits of their own. */
@Injectable()
export class StorageService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly repository: StorageRepository,
    @Inject(CONFIG) private readonly config: BackendConfig,
  ) {}

  /** Largest first. */
  async list(page: StoragePage): Promise<Page<StorageUsage>> {
    return Page.of(await this.repository.listPage(page), page.limit, (row) => this.view(row));
  }

  /** @throws ProblemError `not_found` */
  async limit(staff: Actor, userId: string, body: StorageLimitBody): Promise<StorageUsage> {
    return this.changes.run(staff, async (manager, record) => {
      requireRow(await this.repository.find(manager, userId));
      const { pictureMegabytes, attachmentMegabytes } = body;
      await this.repository.setLimits(manager, userId, {
        ...(pictureMegabytes !== undefined && { pictureLimit: bytesOf(pictureMegabytes) }),
        ...(attachmentMegabytes !== undefined && { attachmentLimit: bytesOf(attachmentMegabytes) }),
      });
      await record({ kind: 'storage_limited', subjectId: userId, detail: body });
      return this.require(manager, userId);
    });
  }

  private async require(manager: EntityManager, userId: string): Promise<StorageUsage> {
    return this.view(requireRow(await this.repository.find(manager, userId)));
  }

  private view(row: StorageRow): StorageUsage {
    return viewOf(storageUsageSchema, {
      ...row,
      picture_limit: row.picture_limit ?? this.config.pictureQuota.bytes,
      has_own_picture_limit: row.picture_limit !== null,
      attachment_limit: row.attachment_limit ?? this.config.attachmentBytes,
      has_own_attachment_limit: row.attachment_limit !== null,
    });
  }
}

const bytesOf = (megabytes: number | null): number | null => (megabytes === null ? null : megabytes * MIB);
