import { Injectable } from '@nestjs/common';
import {
  isMaintenanceOver,
  isMaintenanceRunning,
  MAINTENANCE_MESSAGES,
  type MaintenanceView,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { DataSource } from 'typeorm';
import { SiteSettingsService } from './site-settings.service.js';

/** Bounds of the Retry-After, in seconds: operators may end a maintenance before its time. */
const RETRY_AFTER = { min: 1, max: 30 } as const;

/** Whether the site is read only. */
@Injectable()
export class MaintenanceService {
  constructor(
    private readonly settings: SiteSettingsService,
    private readonly dataSource: DataSource,
  ) {}

  /** Returns the maintenance that runs, or the next one. */
  async get(): Promise<MaintenanceView | null> {
    const { maintenance } = await this.settings.get();
    return maintenance && !isMaintenanceOver(maintenance, Date.now()) ? maintenance : null;
  }

  async isRunning(): Promise<boolean> {
    return (await this.findRunning()) !== null;
  }

  /**
   * Requires that a member may change something now. Staff may during a maintenance too.
   * @param userId undefined for a visitor
   * @throws ProblemError `maintenance`
   */
  async requireWritable(userId: string | undefined): Promise<void> {
    const running = await this.findRunning();
    if (running === null || (userId !== undefined && (await this.isStaff(userId)))) return;
    const { endsAt } = running;
    const phrase =
      endsAt === null ? MAINTENANCE_MESSAGES.readOnly : MAINTENANCE_MESSAGES.readOnlyUntil({ until: endsAt });
    const seconds = endsAt === null ? RETRY_AFTER.max : Math.ceil((Date.parse(endsAt) - Date.now()) / 1_000);
    const retryAfter = Math.min(Math.max(seconds, RETRY_AFTER.min), RETRY_AFTER.max);
    throw new ProblemError('maintenance', phrase, { endsAt, retryAfter });
  }

  private async findRunning(): Promise<MaintenanceView | null> {
    const { maintenance } = await this.settings.get();
    return maintenance && isMaintenanceRunning(maintenance, Date.now()) ? maintenance : null;
  }

  private async isStaff(userId: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      'SELECT FROM users WHERE id = $1 AND staff_role IS NOT NULL',
      [userId],
    );
    return rows.length > 0;
  }
}
