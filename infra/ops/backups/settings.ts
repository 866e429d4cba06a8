import {
  type Config,
  ConfigError,
  type Env,
  findVariable,
  parseObjectSettings,
  readInteger,
  requireVariable,
} from '@oniverse/platform/command';

export type BackupPlace = { kind: 'folder'; path: string } | { kind: 'bucket'; store: Config['objectStore'] };

export interface BackupSettings {
  place: BackupPlace;
  /** The public key (age) that encrypts backups; null for none. */
  recipient: string | null;
  /** Older backups are removed, except for the newest one. */
  keepDays: number;
  /** PostgreSQL can return to any moment of these last days, if it archives its changes. */
  recoveryDays: number;
  /** The interval of the schedule. */
  everyHours: number;
  /** The file of the operator's settings, which becomes part of an encrypted backup; null for none. */
  envFile: string | null;
}

function readPlace(env: Env): BackupPlace {
  if (findVariable(env, 'BACKUP_S3_ENDPOINT') === undefined) {
    const path = findVariable(env, 'BACKUP_FOLDER');
    if (path === undefined) throw new ConfigError('Set BACKUP_FOLDER, or BACKUP_S3_ENDPOINT and its keys.');
    return { kind: 'folder', path };
  }
  const bucket = requireVariable(env, 'BACKUP_S3_BUCKET');
  return { kind: 'bucket', store: { ...parseObjectSettings(env, 'BACKUP_S3_'), bucket } };
}

/** @throws ConfigError that names the variable */
export function loadBackupSettings(env: Env): BackupSettings {
  const place = readPlace(env);
  const recipient = findVariable(env, 'BACKUP_AGE_RECIPIENT') ?? null;
  if (recipient !== null && !/^age1[a-z0-9]+$/u.test(recipient)) {
    throw new ConfigError('BACKUP_AGE_RECIPIENT must be a public key of age: it starts with age1.');
  }
  if (place.kind === 'bucket' && recipient === null) {
    throw new ConfigError(
      'Only encrypted backups leave this machine: set BACKUP_AGE_RECIPIENT. `backup:key` makes one.',
    );
  }
  return {
    place,
    recipient,
    keepDays: readInteger(env, 'BACKUP_KEEP_DAYS', 14, { min: 1, max: 3_650, what: 'a number of days' }),
    recoveryDays: readInteger(env, 'RECOVERY_DAYS', 7, { min: 1, max: 3_650, what: 'a number of days' }),
    everyHours: readInteger(env, 'BACKUP_EVERY_HOURS', 24, { min: 1, max: 720, what: 'a number of hours' }),
    envFile: findVariable(env, 'BACKUP_ENV_FILE') ?? null,
  };
}
