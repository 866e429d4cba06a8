import { Injectable } from '@nestjs/common';
import {
  type BeginIncidentBody,
  incidentSchema,
  type IncidentView,
  NOTES_PER_INCIDENT,
  type StaffActionKind,
  STATUS_MESSAGES,
  viewOf,
} from '@oniverse/contracts';
import { recordStaffAction } from '@oniverse/data';
import { notFound, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { requireRow, type StaffSession } from '../../shared/index.js';
import { IncidentsRepository } from './incidents.repository.js';

/** What staff write about disturbances of the service. */
@Injectable()
export class IncidentsService {
  constructor(private readonly repository: IncidentsRepository) {}

  /** Open incidents and those that ended lately, newest first. */
  async listShown(): Promise<IncidentView[]> {
    return (await this.repository.listShown()).map((row) => viewOf(incidentSchema, row));
  }

  async begin(staff: StaffSession, { note, ...body }: BeginIncidentBody): Promise<IncidentView> {
    return this.repository.transaction(async (manager) => {
      const id = await this.repository.insert(manager, body);
      await this.repository.addNote(manager, id, note);
      return this.finish(manager, staff, { kind: 'incident_begun', id, title: body.title });
    });
  }

  /** @throws ProblemError `not_found` unless it is open, `quota_reached` */
  async addNote(staff: StaffSession, id: string, note: string): Promise<IncidentView> {
    return this.repository.transaction(async (manager) => {
      const { title, notes } = await this.lockOpen(manager, id);
      if (notes >= NOTES_PER_INCIDENT) throw new ProblemError('quota_reached', STATUS_MESSAGES.tooManyNotes);
      await this.repository.addNote(manager, id, note);
      return this.finish(manager, staff, { kind: 'incident_noted', id, title });
    });
  }

  /** @throws ProblemError `not_found` unless it is open */
  async end(staff: StaffSession, id: string, note: string): Promise<IncidentView> {
    return this.repository.transaction(async (manager) => {
      const { title } = await this.lockOpen(manager, id);
      await this.repository.addNote(manager, id, note);
      await this.repository.end(manager, id);
      return this.finish(manager, staff, { kind: 'incident_ended', id, title });
    });
  }

  /** @throws ProblemError `not_found` */
  async delete(staff: StaffSession, id: string): Promise<void> {
    await this.repository.transaction(async (manager) => {
      const found = await this.repository.lock(manager, id);
      if (!found) throw notFound();
      await this.repository.delete(manager, id);
      await recordStaffAction(manager, {
        kind: 'incident_deleted',
        actorId: staff.userId,
        detail: { name: found.title },
      });
    });
  }

  private async lockOpen(manager: EntityManager, id: string): Promise<{ title: string; notes: number }> {
    const found = await this.repository.lock(manager, id);
    if (!found) throw notFound();
    if (!found.isOpen) throw new ProblemError('not_found', STATUS_MESSAGES.incidentEnded);
    return found;
  }

  /** Records what was done, and returns the incident after it. */
  private async finish(
    manager: EntityManager,
    { userId }: StaffSession,
    { kind, id, title }: { kind: StaffActionKind; id: string; title: string },
  ): Promise<IncidentView> {
    await recordStaffAction(manager, { kind, actorId: userId, detail: { name: title } });
    return viewOf(incidentSchema, requireRow(await this.repository.find(manager, id)));
  }
}
