import { Injectable } from '@nestjs/common';
import { type NewStaffAuditEntry, recordStaffAction } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

/** One of the staff, by the id of the member, or the operators. */
export interface Actor {
  userId: string | null;
}

export const OPERATORS: Actor = { userId: null };

/** Records an action of who makes the change. */
export type RecordAction = (entry: Omit<NewStaffAuditEntry, 'actorId'>) => Promise<void>;

/** Runs what staff and operators do in one transaction with its entry in the audit log. */
@Injectable()
export class StaffChanges {
  constructor(private readonly dataSource: DataSource) {}

  async run<T>(
    { userId }: Actor,
    change: (manager: EntityManager, record: RecordAction) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (manager) =>
      change(manager, async (entry) => recordStaffAction(manager, { ...entry, actorId: userId })),
    );
  }
}
