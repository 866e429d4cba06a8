import { randomUUID } from 'node:crypto';
import { type Env, findVariable } from '@oniverse/platform/command';
import { type Destination, openDestination } from '../backups/destination.js';
import { listBackups } from '../backups/retention.js';
import { loadBackupSettings } from '../backups/settings.js';
import { ageText, type Check, type Finding, ok, problem, reasonOf, warning } from './finding.js';

const PLACES = ['BACKUP_FOLDER', 'BACKUP_S3_ENDPOINT'];
const ADVICE = 'Set BACKUP_FOLDER or BACKUP_S3_ENDPOINT, and add `backup` to COMPOSE_PROFILES.';
const HOUR_MS = 3_600_000;
/** A backup may be this much later than the schedule says, because it is made within a large one. */
const GRACE_HOURS = 2;
/** Enough to need a block of a full disk. */
const WRITE_BYTES = 1_024 ** 2;

/** Returns the problem of a place that takes no file. Stores one, and deletes it. */
export async function checkPlace(destination: Destination): Promise<Finding[]> {
  const name = `doctor-${randomUUID()}`;
  try {
    await destination.put(name, Buffer.alloc(WRITE_BYTES));
    return [];
  } catch (error) {
    return [
      problem(
        `No backup can be stored: ${reasonOf(error)}.`,
        'Free its disk, and give BACKUP_FOLDER to the user in BACKUP_USER; for a store, check its keys.',
      ),
    ];
  } finally {
    await destination.remove([name]).catch(() => {});
  }
}

/** Checks the age of the newest backup, and whether it can leave this machine. */
export const backupsCheck = (env: Env): Check => ({
  name: 'backups',
  advice: ADVICE,
  run: async () => {
    if (!PLACES.some((name) => findVariable(env, name))) {
      return [warning('The settings name no place for backups.', ADVICE)];
    }
    const settings = loadBackupSettings(env);
    const destination = await openDestination(settings);
    const unwritable = await checkPlace(destination);
    const [newest] = await listBackups(destination);
    if (!newest) {
      return [
        ...unwritable,
        problem('There is no backup.', 'Run infra/ops/backup, and add `backup` to COMPOSE_PROFILES.'),
      ];
    }
    const age = Date.now() - Date.parse(newest.manifest.createdAt);
    const text = `The newest backup is ${ageText(age)} old.`;
    const findings: Finding[] = [
      ...unwritable,
      age > (settings.everyHours + GRACE_HOURS) * HOUR_MS
        ? problem(text, 'Read docker compose logs backup, and run infra/ops/backup.')
        : ok(text),
    ];
    if (!newest.manifest.isEncrypted) {
      findings.push(
        warning(
          'Backups are not encrypted, so they have no .env and must not leave this machine.',
          'Set BACKUP_AGE_RECIPIENT. `ops backup:key` makes one.',
        ),
      );
    }
    if (newest.manifest.objects.missing > 0) {
      findings.push(
        warning(
          `${newest.manifest.objects.missing} objects were missing from the store when it was made.`,
          'Run ops objects:orphans, and restore them from an older backup.',
        ),
      );
    }
    return findings;
  },
});
