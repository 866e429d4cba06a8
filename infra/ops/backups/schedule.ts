import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config, Logger } from '@oniverse/platform/command';
import { openDestination } from './destination.js';
import { makeBackup } from './make-backup.js';
import { listBackups } from './retention.js';
import type { BackupSettings } from './settings.js';

const HOUR_MS = 60 * 60 * 1_000;
const CHECK_EVERY_MS = 60_000;

/** Returns whether the newest backup is older than the settings say. */
export async function isBackupDue(settings: BackupSettings, now: number): Promise<boolean> {
  const [newest] = await listBackups(await openDestination(settings));
  return !newest || now - Date.parse(newest.manifest.createdAt) >= settings.everyHours * HOUR_MS;
}

/**
 * Makes a backup whenever one is due, until it is aborted, and retries a failed one a minute later. A backup that was made
 * by hand or before a restart counts too.
 */
export async function runSchedule(
  config: Config,
  settings: BackupSettings,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  const reportHealth = async (): Promise<void> => {
    if (config.healthFile !== null) await writeFile(config.healthFile, '');
  };
  await reportHealth();
  while (!signal.aborted) {
    try {
      if (await isBackupDue(settings, Date.now())) {
        const { name, manifest, removed } = await makeBackup(config, settings);
        const { count, bytes, missing } = manifest.objects;
        logger.info({ name, objects: count, bytes, missing, removed }, 'Backup made');
      }
      await reportHealth();
    } catch (error) {
      logger.error({ err: error }, 'Backup failed');
    }
    await delay(CHECK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}
