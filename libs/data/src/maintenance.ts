import {
  MAINTENANCE_MESSAGES,
  type MaintenanceBody,
  maintenanceSchema,
  type MaintenanceView,
  type Phrase,
  type RowOf,
  viewOf,
} from '@oniverse/contracts';
import type { GamePause } from '@oniverse/games';
import type { DataSource, EntityManager } from 'typeorm';
import { columnsOf } from './naming.js';

type MaintenanceRow = RowOf<MaintenanceView>;

const COLUMNS = columnsOf(maintenanceSchema.entries, 'period');
/** SQL condition for `maintenance_periods period`: it is going on or planned, which one at most is. */
const NOT_OVER = '(period.ends_at IS NULL OR period.ends_at > clock_timestamp())';

/** SQL condition: the site is read only. */
export const MAINTENANCE_RUNS = `EXISTS (SELECT FROM maintenance_periods period WHERE period.starts_at <= now() AND ${NOT_OVER})`;

/** Selects the maintenance that runs, or the next one, as a setting of the site. */
export const MAINTENANCE_SETTING = `SELECT 'maintenance' AS name, (SELECT jsonb_build_object(
      'startsAt', to_char(period.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'endsAt', to_char(period.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'text', period.text)
    FROM maintenance_periods period WHERE ${NOT_OVER} LIMIT 1) AS value`;

/** A maintenance that cannot be. */
export class MaintenanceRefusal extends Error {
  override name = 'MaintenanceRefusal';

  constructor(
    readonly field: keyof MaintenanceBody,
    readonly phrase: Phrase,
  ) {
    super(phrase.message);
  }
}

/**
 * Stores when the site is read only: a planned maintenance is replaced, and of one that runs the end and the text. Locks the
 * table for other changes.
 * @throws MaintenanceRefusal
 */
export async function storeMaintenance(
  manager: EntityManager,
  { startsAt, endsAt, text }: Partial<MaintenanceBody>,
): Promise<MaintenanceView> {
  const { now, id, runsSince } = await lockMaintenance(manager);
  const isLate = startsAt !== undefined && Date.parse(startsAt) <= now.getTime();
  if (isLate) throw new MaintenanceRefusal('startsAt', MAINTENANCE_MESSAGES.maintenanceStartsEarlier);
  if (runsSince && startsAt !== undefined) {
    throw new MaintenanceRefusal('startsAt', MAINTENANCE_MESSAGES.maintenanceStarted);
  }
  const start = runsSince ?? (startsAt === undefined ? now : new Date(startsAt));
  const end = endsAt === undefined ? null : new Date(endsAt);
  if (end && end.getTime() <= Math.max(start.getTime(), now.getTime())) {
    throw new MaintenanceRefusal('endsAt', MAINTENANCE_MESSAGES.maintenanceEndsFirst);
  }
  const stored: MaintenanceRow[] = await manager.query(
    `INSERT INTO maintenance_periods AS period (id, starts_at, ends_at, text) VALUES (coalesce($1, uuidv7()), $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET starts_at = excluded.starts_at, ends_at = excluded.ends_at, text = excluded.text
     RETURNING ${COLUMNS}`,
    [id, start, end, text ?? null],
  );
  const [row] = stored;
  if (!row) throw new Error('An insert returned no row.');
  return viewOf(maintenanceSchema, row);
}

/** Ends the maintenance that runs, or forgets a planned one. Locks the table for other changes. @returns whether there was one */
export async function endMaintenanceNow(manager: EntityManager): Promise<boolean> {
  const { now, id, runsSince } = await lockMaintenance(manager);
  if (id === null) return false;
  if (runsSince) await manager.query('UPDATE maintenance_periods SET ends_at = $2 WHERE id = $1', [id, now]);
  else await manager.query('DELETE FROM maintenance_periods WHERE id = $1', [id]);
  return true;
}

/** Returns the times since a moment in which the site was, is or will be read only, in order: the clocks of games stand still. */
export async function listPauses(source: DataSource | EntityManager, since: Date): Promise<GamePause[]> {
  const rows: { startsAt: Date; endsAt: Date | null }[] = await source.query(
    `SELECT starts_at AS "startsAt", ends_at AS "endsAt" FROM maintenance_periods
      WHERE ends_at IS NULL OR ends_at > $1 ORDER BY starts_at`,
    [since],
  );
  return rows.map(({ startsAt, endsAt }) => ({
    from: startsAt.getTime(),
    to: endsAt?.getTime() ?? Infinity,
  }));
}

interface LockedMaintenance {
  /** The database's time after the lock. */
  now: Date;
  /** Null if none runs or is planned. */
  id: string | null;
  /** Null unless one runs. */
  runsSince: Date | null;
}

async function lockMaintenance(manager: EntityManager): Promise<LockedMaintenance> {
  // Readers do not wait.
  await manager.query('LOCK TABLE maintenance_periods IN SHARE ROW EXCLUSIVE MODE');
  const rows: LockedMaintenance[] = await manager.query(
    `SELECT clock.now, period.id, CASE WHEN period.starts_at <= clock.now THEN period.starts_at END AS "runsSince"
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now) clock LEFT JOIN maintenance_periods period ON ${NOT_OVER}`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database has no time.');
  return row;
}
