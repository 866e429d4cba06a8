import { Injectable } from '@nestjs/common';
import { type NewStaffAuditEntry, recordStaffAction } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';
import type { StaffSession } from '../../shared/index.js';

/** Records an action of the staff who make the change. */
export type RecordAction = (entry: Omit<NewStaffAuditEntry, 'actorId'>) => Promise<void>;

/** Runs what staff do in one transaction with its entry in the audit log. */
@Injectable()
export class StaffChanges {
  constructor(private readonly dataSource: DataSource) {}

  async run<T>(
    { userId }: StaffSession,
    change: (manager: EntityManager, record: RecordAction) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) =>
      change(manager, async (entry) => recordStaffAction(manager, { ...entry, actorId: userId })),
    );
  }
}
