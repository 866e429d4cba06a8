import { Injectable } from '@nestjs/common';
import type { MaintenanceBody, MaintenanceState } from '@oniverse/contracts';
import { endMaintenanceNow, MaintenanceRefusal, storeMaintenance } from '@oniverse/data';
import { invalidField } from '@oniverse/platform';
import { MaintenanceService, SiteSettingsService, type StaffSession } from '../../shared/index.js';
import { AnnouncementsService } from '../../site/index.js';
import { StaffChanges } from '../audit/staff-changes.js';

/** The switch of maintenance, for the administrators of the platform. */
@Injectable()
export class StaffMaintenanceService {
  constructor(
    private readonly changes: StaffChanges,
    private readonly maintenance: MaintenanceService,
    private readonly settings: SiteSettingsService,
    private readonly announcements: AnnouncementsService,
  ) {}

  async get(): Promise<MaintenanceState> {
    return { maintenance: await this.maintenance.get() };
  }

  /** @throws ProblemError `validation_failed` for times that are over or in the wrong order, or a start of one that runs */
  async set(staff: StaffSession, body: MaintenanceBody): Promise<MaintenanceState> {
    const maintenance = await this.changes.run(staff, async (manager, record) => {
      const stored = await refuseFields(storeMaintenance(manager, body));
      const { startsAt, endsAt } = stored;
      await record({ kind: 'maintenance_set', detail: { startsAt, endsAt } });
      return stored;
    });
    await this.publishChanged();
    return { maintenance };
  }

  async end(staff: StaffSession): Promise<void> {
    await this.changes.run(staff, async (manager, record) => {
      if (await endMaintenanceNow(manager)) await record({ kind: 'maintenance_ended' });
    });
    await this.publishChanged();
  }

  private async publishChanged(): Promise<void> {
    this.settings.publishChanged();
    await this.announcements.publishChanged();
  }
}

async function refuseFields<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof MaintenanceRefusal)) throw error;
    throw invalidField(error.field, error.phrase);
  }
}
