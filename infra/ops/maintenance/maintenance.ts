import {
  firstViolation,
  isMaintenanceRunning,
  MAINTENANCE_TEXT,
  type MaintenanceView,
  readField,
} from '@oniverse/contracts';
import { endMaintenanceNow, readSiteSettings, recordStaffAction, storeMaintenance } from '@oniverse/data';
import type { DataSource } from 'typeorm';

export interface MaintenanceTimes {
  /** How long it lasts, as an operator writes it. */
  minutes?: string | undefined;
  /** When it ends, instead of `minutes`. */
  until?: string | undefined;
  /** When it starts; now if it is absent. */
  from?: string | undefined;
  /** What is done, which the banner says. */
  text?: string | undefined;
}

const MINUTE_MS = 60_000;
/** With its zone, so that no time depends on the machine of the operator. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/u;

/**
 * Makes the site read only, plans that, or changes what is planned.
 * @throws Error for a time that is not one, is over, or in the wrong order
 */
export async function startMaintenance(
  dataSource: DataSource,
  { minutes, until, from, text = '' }: MaintenanceTimes,
): Promise<MaintenanceView> {
  if (minutes !== undefined && until !== undefined) throw new Error('Give --minutes or --until, not both.');
  const violation = firstViolation(MAINTENANCE_TEXT, text);
  if (violation) throw new Error(violation.message);
  const startsAt = from === undefined ? undefined : timeOf(from);
  const endsAt = until === undefined ? endAfter(minutes, startsAt) : timeOf(until);
  return dataSource.transaction(async (manager) => {
    const stored = await storeMaintenance(manager, {
      text: readField(MAINTENANCE_TEXT, text) || undefined,
      ...(startsAt && { startsAt: startsAt.toISOString() }),
      ...(endsAt && { endsAt: endsAt.toISOString() }),
    });
    const detail = { startsAt: stored.startsAt, endsAt: stored.endsAt };
    await recordStaffAction(manager, { kind: 'maintenance_set', actorId: null, detail });
    return stored;
  });
}

/** Ends the maintenance that runs, or cancels the planned one. @throws Error if there is none */
export async function endMaintenance(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    if (!(await endMaintenanceNow(manager))) throw new Error('No maintenance runs or is planned.');
    await recordStaffAction(manager, { kind: 'maintenance_ended', actorId: null });
  });
}

/** Returns the maintenance that runs, or the next one. */
export async function showMaintenance(
  dataSource: DataSource,
): Promise<{ state: 'none' } | ({ state: 'running' | 'planned' } & MaintenanceView)> {
  const { maintenance } = await readSiteSettings(dataSource);
  if (!maintenance) return { state: 'none' };
  return { state: isMaintenanceRunning(maintenance, Date.now()) ? 'running' : 'planned', ...maintenance };
}

/** @throws Error */
function timeOf(given: string): Date {
  const time = new Date(given);
  if (TIME.test(given) && !Number.isNaN(time.getTime())) return time;
  throw new Error(`Give times as 2026-12-01T03:00Z, not as ${given}.`);
}

/** @throws Error */
function endAfter(minutes: string | undefined, startsAt = new Date()): Date | undefined {
  if (minutes === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/u.test(minutes)) throw new Error('Give --minutes as a whole number.');
  return new Date(startsAt.getTime() + Number(minutes) * MINUTE_MS);
}
