import { type Env, findVariable } from '@oniverse/platform/command';
import { openDestination } from '../backups/destination.js';
import { listBackups } from '../backups/retention.js';
import { loadBackupSettings } from '../backups/settings.js';
import { ageText, type Check, type Finding, ok, problem, warning } from './finding.js';

const PLACES = ['BACKUP_FOLDER', 'BACKUP_S3_ENDPOINT'];
const ADVICE = 'Set BACKUP_FOLDER or BACKUP_S3_ENDPOINT, and add `backup` to COMPOSE_PROFILES.';
const HOUR_MS = 3_600_000;
/** A backup may be this much later than the schedule says, because it is made within a large one. */
const GRACE_HOURS = 2;

/** Checks the age of the newest backup, and whether it can leave this machine. */
export const backupsCheck = (env: Env): Check => ({
  name: 'backups',
  advice: ADVICE,
  run: async () => {
    if (!PLACES.some((name) => findVariable(env, name))) {
      return [warning('The settings name no place for backups.', ADVICE)];
    }
    const settings = loadBackupSettings(env);
    const [newest] = await listBackups(await openDestination(settings));
    if (!newest) {
      return [problem('There is no backup.', 'Run infra/ops/backup, and add `backup` to COMPOSE_PROFILES.')];
    }
    const age = Date.now() - Date.parse(newest.manifest.createdAt);
    const text = `The newest backup is ${ageText(age)} old.`;
    const findings: Finding[] = [
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
